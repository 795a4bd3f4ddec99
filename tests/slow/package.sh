# The Debian packages: built from the files of the repository, lintian finds no error and no warning, what they contain runs.
. "$(dirname "$0")/../lib.sh"

check_exit 0 scripts/deb.sh "$WORK/deb"
for package in rigel librigel0.2 librigel-dev python3-rigel rigel-doc; do
  check "package $package" compgen -G "$WORK/deb/${package}_*.deb"
  dpkg-deb -x "$WORK"/deb/"$package"_*.deb "$WORK/root"
done
version=$(sed -n 's/^VERSION *:= *//p' Makefile)
library=$(dirname "$(find "$WORK/root" -name 'librigel.so.*' -type f)")
check_equal "$("$WORK/root/usr/bin/rigel" --version | awk 'NR == 1 { print $2 }')" "$version" "version of the packaged program"
check_exit 0 env -C "$WORK" "$WORK/root/usr/bin/rigel" study references root/usr/share/rigel/problems/free_body.yaml
check_exit 0 env LD_LIBRARY_PATH="$library" PYTHONPATH="$WORK/root/usr/lib/python3/dist-packages" "${PYTHON:-/usr/bin/python3}" -c \
  "import rigel; print(rigel.Model('problems/free_body.yaml').solve().z[-1])"
finish
