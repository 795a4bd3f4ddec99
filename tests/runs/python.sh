# The Python module, also as make install puts it, and its example.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}
lib=$(cd "$(dirname "$RIGEL")/../lib" && pwd)
if ldd "$lib/librigel.so" | grep -q libasan; then # a sanitized library needs a sanitized interpreter
  pass "not with sanitizers"
  finish
fi
export RIGEL_LIBRARY=$lib/librigel.so PYTHONPATH=$ROOT/src/python PYTHONDONTWRITEBYTECODE=1
check "example" "$python" docs/examples/identify.py
check_match "$WORK/out" '^step [0-9]: stiffness 42\.00000000[0-9], damping 1\.70000000[0-9]$' "finds both numbers"
check "module" "$python" tests/runs/python_module.py
check_match "$WORK/out" '^[0-9]+ checks$' "all of its checks"
check "misuse" "$python" tests/runs/python_misuse.py
check_match "$WORK/out" '^[0-9]+ cases, 0 failures$' "exceptions, no crash"
localedef -i de_DE -f UTF-8 "$WORK/de_DE.UTF-8"
check "decimal comma" env LOCPATH="$WORK" "$python" tests/runs/python_locale.py

# installed, it finds the library by itself
make -n install PREFIX=/opt/rigel >"$WORK/install" 2>/dev/null || true
check_match "$WORK/install" 'src/python/rigel.py /opt/rigel/lib/python3/dist-packages/rigel.py' "make install"
check_match "$WORK/install" 'src/python/rigel_plot.py /opt/rigel/lib/python3/dist-packages/rigel_plot.py' "make install of the plots"
install -D src/python/rigel.py "$WORK/opt/lib/python3/dist-packages/rigel.py"
so=$(readlink -f "$lib/librigel.so")
soname=$(readlink "$lib/librigel.so") # librigel.so.VERSION of the interface
cp "$so" "$WORK/opt/lib/$soname"
unset RIGEL_LIBRARY
check "installed" env PYTHONPATH="$WORK/opt/lib/python3/dist-packages" "$python" -c 'import rigel; print(rigel.__version__)'
finish
