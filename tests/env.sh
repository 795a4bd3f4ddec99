# Environment of every test: one thread per process, ranks within this machine only, more ranks than cores,
# a quick start of single processes, and no noise from MPI in containers and as root.
export OPENBLAS_NUM_THREADS=1
export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export PMIX_MCA_gds=hash HWLOC_HIDE_ERRORS=2
if [ "$(id -u)" -eq 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
# plots are drawn with Debian's Python, whatever python3 comes first
export RIGEL_PYTHON=${RIGEL_PYTHON:-${PYTHON:-/usr/bin/python3}}
