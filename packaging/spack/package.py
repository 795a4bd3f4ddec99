# Recipe for Spack. Untested: it was written from the documentation of Spack and has never been run.
from spack.package import *


class Rigel(MakefilePackage):
    """Constrained rigid-body dynamics with finite elements in time."""

    license("BSD-2-Clause")
    version("0.2.0")

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("petsc@3.18:+mpi+mumps~complex")
    depends_on("hdf5+mpi")
    depends_on("libyaml")
    depends_on("suite-sparse")
    depends_on("lapack")
    depends_on("py-matplotlib", type="run")

    def options(self):
        lapack = self.spec["lapack"].libs.ld_flags
        return [f"PREFIX={self.prefix}", f"LAPACK_LIBS={lapack}", "MPICC=" + self.spec["mpi"].mpicc]

    def build(self, spec, prefix):
        make("all", *self.options())

    def install(self, spec, prefix):
        make("install", *self.options())
