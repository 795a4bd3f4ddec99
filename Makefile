# Rigel: build, test, install. `make help` lists the targets.

VERSION   := 0.2.0
SOVERSION := 0.2
SHELL     := /bin/bash

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
BUILD  ?= build
CFLAGS ?= -O3 -g
WERROR ?= 0

# The default build puts its products into bin/ and lib/, any other BUILD keeps them to itself.
OUT := $(if $(filter build,$(BUILD)),,$(BUILD)/)
BIN := $(OUT)bin
LIB := $(OUT)lib
OBJ := $(BUILD)/obj

# --- libraries: PETSc, HDF5 and libyaml by pkg-config, MPI by its compiler wrapper, as system headers so that they stay silent
ifneq ($(PETSC_DIR),)
export PKG_CONFIG_PATH := $(PETSC_DIR)/$(PETSC_ARCH)/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif
PKG_CONFIG  ?= pkg-config
MPICC       ?= mpicc
LAPACK_LIBS ?= -llapack -lblas
SPQR_LIBS   ?= -lspqr -lcholmod -lsuitesparseconfig
mpi_show    := $(shell $(MPICC) -show 2>/dev/null)
# Debian names HDF5 after its MPI; the one that PETSc uses must be taken
hdf5_pc     := $(firstword $(foreach m,hdf5-mpi hdf5-openmpi hdf5,$(if $(shell $(PKG_CONFIG) --exists $(m) && echo yes),$(m))))
dep_include := $(shell $(PKG_CONFIG) --cflags-only-I PETSc $(hdf5_pc) yaml-0.1 2>/dev/null) $(filter -I%,$(mpi_show))
dep_cflags  := $(patsubst -I%,-isystem %,$(dep_include))
petsc_libs  := $(shell $(PKG_CONFIG) --libs PETSc 2>/dev/null)
mpi_libs    := $(filter -L% -l% -Wl%,$(mpi_show))
dep_libs     = $(petsc_libs) $(shell $(PKG_CONFIG) --libs $(hdf5_pc) yaml-0.1) $(SPQR_LIBS) $(LAPACK_LIBS) $(mpi_libs) -lm

comma       := ,
rpath       := $(if $(PETSC_DIR),$(patsubst -L%,-Wl$(comma)-rpath$(comma)%,$(filter -L%,$(petsc_libs))))

# --- flags
WARNINGS := -Werror=implicit-function-declaration -Werror=int-conversion -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wcast-qual -Wmissing-prototypes -Wpointer-arith
ifneq ($(WERROR),0)
WARNINGS += -Werror
endif
CPPFLAGS_ALL = -Iinclude -Isrc $(dep_cflags) -D_XOPEN_SOURCE=700 -DRIGEL_VERSION='"$(VERSION)"' $(CPPFLAGS)
CFLAGS_ALL   = -std=c11 -fPIC -fvisibility=hidden $(WARNINGS) $(CFLAGS)
COMPILE      = $(CC) -MMD -MP $(CPPFLAGS_ALL) $(CFLAGS_ALL)
LINK         = $(CC) $(CFLAGS) $(LDFLAGS) -Wl,--as-needed $(rpath)

# `make V=1` shows the commands
Q := $(if $(V),,@)
say = @$(if $(V),:,printf '  %-5s %s\n') $(1) $(2)

# --- sources
sources := $(filter-out src/cli/main.c,$(shell find src -name '*.c' | LC_ALL=C sort))
objects := $(sources:%.c=$(OBJ)/%.o) $(OBJ)/view_page.o $(OBJ)/plot_module.o
headers := $(wildcard include/rigel/*.h)
shared  := librigel.so.$(VERSION)

.PHONY: all accuracy deb references demo test test-slow test-view check-tools run-tests run-short run-slow run-view programs build-programs lint format tidy \
        asan asan-short coverage fuzz fuzz-programs bench run-bench figures gallery schemes thesis compare methods global work-precision docs pages tutorial-figures \
        tables install uninstall clean distclean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BIN)/rigel $(LIB)/librigel.a $(LIB)/librigel.so $(BUILD)/compile_commands.json ## build bin/rigel, lib/librigel.a and lib/librigel.so (default)

# One clear sentence instead of a hundred missing headers.
check-tools:
	@if [ -z '$(petsc_libs)' ] || [ -z '$(mpi_show)' ] || [ -z '$(hdf5_pc)' ]; then \
	  echo 'PETSc, MPI or HDF5 not found; run scripts/setup.sh, or set PETSC_DIR, PKG_CONFIG_PATH or MPICC' >&2; exit 1; fi

# Objects depend on this file, which changes when the compiler or the flags do.
$(BUILD)/flags: FORCE | check-tools
	@mkdir -p $(@D); echo '$(subst ','\'',$(COMPILE))' | cmp -s - $@ || echo '$(subst ','\'',$(COMPILE))' >$@

$(OBJ)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -c $< -o $@

# products and sums in one instruction where the processor can
$(OBJ)/src/linear/lu/panel.o: private CFLAGS += -ffp-contract=fast

# the page of `rigel view` as a C array: a line `@include FILE` is replaced by the file
view_files := $(wildcard src/cli/view/page/*)

# its policy (Content-Security-Policy) allows the script with this checksum and nothing else
$(BUILD)/view_page.html: $(view_files)
	@mkdir -p $(@D)
	$(Q)(cd src/cli/view/page && awk '/^@include / { while ((getline line <$$2) > 0) print line; next } { print }' page.html) >$@.new
	$(Q)hash=$$(sed -n '/^<script>$$/,/^<\/script>$$/p' $@.new | sed '1d;$$d' | { printf '\n'; cat; } | sha256sum | cut -d ' ' -f 1); \
	  sum=$$(printf "$$(echo $$hash | sed 's/../\\x&/g')" | base64); \
	  sed "s|@policy|default-src 'none'; script-src 'sha256-$$sum'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'|" $@.new >$@
	@rm $@.new

$(BUILD)/view_page.c: $(BUILD)/view_page.html
	$(Q){ echo '#include "cli/view/view.h"'; echo 'const unsigned char view_page[] = {'; \
	  od -An -v -tx1 $< | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo '0};'; } >$@

# the Python module of all plots as a C array
$(BUILD)/plot_module.c: src/python/rigel_plot.py
	@mkdir -p $(@D)
	$(Q){ echo '#include "cli/plot/plot_module.h"'; echo 'const unsigned char plot_module[] = {'; \
	  od -An -v -tx1 $< | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo '0};'; } >$@

$(OBJ)/view_page.o $(OBJ)/plot_module.o: $(OBJ)/%.o: $(BUILD)/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -c $< -o $@

$(LIB)/librigel.a: $(objects)
	@mkdir -p $(@D); rm -f $@
	$(call say,AR,$@)
	$(Q)$(AR) rcs $@ $^

$(LIB)/$(shared): $(objects)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(LINK) -shared -Wl,-soname,librigel.so.$(SOVERSION) $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl$(comma)--no-undefined) -o $@ $^ $(dep_libs)

$(LIB)/librigel.so: $(LIB)/$(shared)
	$(Q)ln -sf $(shared) $(LIB)/librigel.so.$(SOVERSION)
	$(Q)ln -sf librigel.so.$(SOVERSION) $@

$(BIN)/rigel: $(OBJ)/src/cli/main.o $(LIB)/librigel.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $^ $(dep_libs)

# --- what a fresh machine calls: first install what is missing, then let a second make see it
parallel = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
again    = +@$(MAKE) --no-print-directory $(parallel)

demo: ## install what is missing, build, show three solutions with plots and pages (half a minute)
	@scripts/setup.sh base
	$(again) all
	@RIGEL=$(BIN)/rigel scripts/demo.sh

test: ## install what is missing, build, run all tests
	@scripts/setup.sh base test
	$(again) run-tests

test-slow: ## the longer studies, tests/slow, and the pages in a browser
	@scripts/setup.sh base test view results fuzz
	$(again) run-slow

test-view: ## the pages of `rigel view` in headless Chromium, tests/view
	@scripts/setup.sh base view
	$(again) run-view

# --- tests: one program per C file, linked with the static library and Unity; shell tests as they are
find_c       = $(shell find $(1) -name '*.c' 2>/dev/null | sort)
find_sh      = $(shell find $(1) -name '*.sh' 2>/dev/null | sort)
test_program = $(patsubst tests/%.c,$(BUILD)/tests/%,$(call find_c,$(1)))
fast_tests  := $(call test_program,tests/unit tests/conformance)
slow_tests  := $(call test_program,tests/slow)

unity_flags := -isystem build/unity -DUNITY_INCLUDE_DOUBLE -DUNITY_DOUBLE_PRECISION=1e-12 -DUNITY_USE_FLUSH_STDOUT
# faults.c and fast_clock.c are objects for LD_PRELOAD, which shell tests compile (with_fault and on_terminal in tests/lib.sh)
support     := $(patsubst %.c,$(OBJ)/%.o,$(filter-out tests/support/faults.c tests/support/fast_clock.c,$(wildcard tests/support/*.c)))

$(OBJ)/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -Wno-missing-prototypes -Itests/support $(unity_flags) -c $< -o $@

$(OBJ)/unity.o: build/unity/unity.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 $(CFLAGS) -w $(unity_flags) -c $< -o $@

$(BUILD)/tests/%: $(OBJ)/tests/%.o $(support) $(OBJ)/unity.o $(LIB)/librigel.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $^ $(dep_libs)

run_all = RIGEL=$(abspath $(BIN)/rigel) TEST_LOGS=$(BUILD)/test-logs tests/run_all.sh

run-tests: all $(fast_tests)
	@$(run_all) $(fast_tests) $(call find_sh,tests/runs tests/rejects)

run-short: all $(call test_program,tests/unit)
	@$(run_all) $(call test_program,tests/unit) $(call find_sh,tests/rejects)

run-slow: all $(slow_tests)
	@TEST_TIMEOUT=$${TEST_TIMEOUT:-7200} $(run_all) $(slow_tests) $(call find_sh,tests/slow tests/view)

run-view: all
	@$(run_all) $(call find_sh,tests/view)

# --- checks
c_files  = $(shell find src include tests docs -name '*.[ch]' | LC_ALL=C sort)
sh_files = $(shell find scripts tests .ci -name '*.sh' -o -path .ci/run | LC_ALL=C sort)

lint: ## formatting, include rules, map of the source, references of the documentation, index of messages, shell scripts, static analysis
	@scripts/setup.sh base lint
	clang-format --dry-run -Werror $(c_files)
	scripts/check_includes.py
	scripts/source_map.py --check
	scripts/check_docs.py
	scripts/check_messages.py
	shellcheck -x $(sh_files)
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
	  --suppress=missingIncludeSystem --suppress=invalidPointerCast -j$(shell nproc) -Iinclude -Isrc src

format: ## format every C file, write the map of the source anew
	@scripts/setup.sh lint
	clang-format -i $(c_files)
	scripts/source_map.py

# slower and deeper than lint; .clang-tidy lists the checks
tidy: ## the Clang static analyzer over src
	@scripts/setup.sh base lint
	@printf '%s\n' $(sources) src/cli/main.c | \
	  xargs -P $(shell nproc) -I FILE clang-tidy --quiet --warnings-as-errors='*' FILE -- -std=c11 $(CPPFLAGS_ALL) 2>/dev/null

# for clangd and other tools, which look for it in build/
json_command = $(subst ','\'',$(subst ",\",$(COMPILE)))
$(BUILD)/compile_commands.json: $(BUILD)/flags $(sources)
	@{ sep='['; for f in $(sources) src/cli/main.c; do printf '%s\n{"directory": "%s", "file": "%s", "command": "%s"}' \
	  "$$sep" '$(CURDIR)' "$$f" '$(json_command) -c '"$$f"; sep=','; done; printf '\n]\n'; } >$@

san_flags := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined

asan asan-short: export ASAN_OPTIONS  = detect_leaks=1:fast_unwind_on_malloc=0:exitcode=66
asan asan-short: export LSAN_OPTIONS  = suppressions=$(abspath scripts/lsan.supp):print_suppressions=0
asan asan-short: export UBSAN_OPTIONS = print_stacktrace=1:halt_on_error=1
asan: export TEST_TIMEOUT ?= 3600
asan: ## all tests with address and undefined-behaviour sanitizers, in build/asan
	@scripts/setup.sh base test
	$(again) BUILD=build/asan CFLAGS='$(san_flags)' LDFLAGS='-x c scripts/keep_modules.c -x none' run-tests

asan-short: ## the unit tests and rejected inputs with the same sanitizers, in a few minutes
	@scripts/setup.sh base test
	$(again) BUILD=build/asan CFLAGS='$(san_flags)' LDFLAGS='-x c scripts/keep_modules.c -x none' run-short

coverage: ## all tests with line coverage; report in build/coverage/index.html
	@scripts/setup.sh base test coverage
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(again) BUILD=build/coverage CFLAGS='-O0 -g --coverage' run-tests
	gcovr --root . --object-directory build/coverage --filter src/ --print-summary \
	  --txt build/coverage/summary.txt --html-details build/coverage/index.html
	@cat build/coverage/summary.txt

# --- fuzzing: one program per file of tests/fuzz, compiled by clang with libFuzzer and sanitizers, in build/fuzz
fuzz_flags    := -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
fuzz_support  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/fuzz/support/*.c) tests/support/problem_same.c)
fuzz_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/fuzz/*.c))
$(fuzz_programs:$(BUILD)/%=$(OBJ)/%.o) $(fuzz_support): private CPPFLAGS += -Itests/fuzz/support

$(fuzz_programs): $(BUILD)/tests/%: $(OBJ)/tests/%.o $(fuzz_support) $(LIB)/librigel.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ $(dep_libs)

fuzz-programs: $(fuzz_programs)

fuzz: ## coverage-guided fuzzing of every target of tests/fuzz; SECONDS_EACH=60 TARGET="run set" choose time and targets
	@scripts/setup.sh base test fuzz
	$(again) BUILD=build/fuzz CC=clang CFLAGS='$(fuzz_flags)' LDFLAGS='-x c scripts/keep_modules.c -x none' fuzz-programs
	@tests/fuzz/fuzz.sh $(or $(SECONDS_EACH),60) $(TARGET)

# --- benchmarks: one program per C file; tests/bench/support is linked to all of them, SUNDIALS where it is used
sundials_libs  := $(addprefix -lsundials_,ida nvecserial sunmatrixdense sunmatrixsparse sunlinsoldense sunlinsolklu generic) -lklu
bench_programs := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/bench/*.c))
bench_support  := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/bench/support/*.c) tests/support/models.c)
$(bench_programs): private dep_libs += $(sundials_libs)
$(bench_programs:$(BUILD)/%=$(OBJ)/%.o) $(bench_support): private CPPFLAGS += -Itests/bench/support -isystem /usr/include/suitesparse

bench: ## build and run tests/bench; output also in build/bench
	@scripts/setup.sh base bench
	$(again) run-bench

programs: ## build what `make test` does not run: tests/bench and tests/slow; compile tests/fuzz
	@scripts/setup.sh base test bench
	$(again) build-programs

build-programs: all $(bench_programs) $(slow_tests) $(fuzz_programs:$(BUILD)/%=$(OBJ)/%.o) $(fuzz_support)

$(bench_programs): $(BUILD)/tests/%: $(OBJ)/tests/%.o $(bench_support) $(LIB)/librigel.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $^ $(dep_libs)

run-bench: all $(bench_programs)
	@mkdir -p $(BUILD)/bench
	@set -o pipefail; for p in $(bench_programs); do echo "== $${p##*/}"; \
	  OPENBLAS_NUM_THREADS=1 $$p | tee $(BUILD)/bench/$${p##*/}.txt || exit 1; done; \
	  echo '== global'; scripts/bench_global.sh 1600000 | tee $(BUILD)/bench/global.txt; \
	  echo '== discs'; scripts/bench_discs.sh | tee $(BUILD)/bench/discs.txt

gallery: ## install what is missing, build, draw the problems of docs/benchmarks/gallery.md
	@scripts/setup.sh base view
	$(again) all
	@scripts/gallery.sh

figures: ## install what is missing, build, reproduce May and Betsch (2025) into results/mubo_may_betsch_2025: plots, tables, verdicts
	@scripts/setup.sh base results
	$(again) all
	@scripts/reproduce/may_betsch_2025.py

schemes: ## install what is missing, build, the examples of Betsch and Siebert (2009) and Hulbert (1992) into results/
	@scripts/setup.sh base results
	$(again) all
	@scripts/reproduce/betsch_siebert_2009.py
	@scripts/reproduce/hulbert_1992.py

thesis: ## install what is missing, build, the figures of Chaurasia (2012) into results/iitk_chaurasia_2012; TIMES=1, TABLE=1: what takes long, too
	@scripts/setup.sh base results
	$(again) all
	@scripts/reproduce/chaurasia_2012.py

work-precision: ## install what is missing, build, measure mG(k) and SUNDIALS IDA, draw docs/images/work_precision.svg; on an idle machine
	@scripts/setup.sh base bench
	$(again) all $(BUILD)/tests/bench/work_precision
	@OPENBLAS_NUM_THREADS=1 $(BUILD)/tests/bench/work_precision >$(BUILD)/work_precision.csv
	@mv $(BUILD)/work_precision.csv results/bench/work_precision.csv
	@scripts/work_precision.py

methods: ## install what is missing, build, mG with collocated invariants and its peers on every problem with a reference; on an idle machine
	@scripts/setup.sh base results
	$(again) all
	@scripts/reproduce/new_methods.py

compare: ## install what is missing, build, all schemes beside each other into docs/benchmarks/compare.md and results/compare
	@scripts/setup.sh base results
	$(again) all
	@scripts/reproduce/compare.py

global: ## install what is missing, build, time of global solves and of stepping at equal errors; on an idle machine
	@scripts/setup.sh base results
	$(again) all
	@scripts/reproduce/global_solves.py

docs: ## install what is missing, build, insert generated parts into the pages, build the site into build/docs/html
	@scripts/setup.sh base docs
	$(again) all
	@scripts/docs.sh
	@scripts/site.sh

pages: all ## insert generated parts into the pages: help texts, the list of keys, the C example, tables
	@scripts/docs.sh

tutorial-figures: ## install what is missing, build, draw the figures of docs/tutorials
	@scripts/setup.sh base
	$(again) all
	@RIGEL=$(BIN)/rigel /usr/bin/python3 docs/tutorials/figures.py

tables: all ## print the tables of docs/benchmarks/accuracy.md, measured now
	@scripts/tables.sh

accuracy: all ## compare error bars with true errors, write docs/benchmarks/error_bars.md; takes some minutes
	@OPENBLAS_NUM_THREADS=1 scripts/accuracy_table.py --out docs/benchmarks/error_bars.md

# --- installation
problems := $(shell find problems -type f 2>/dev/null | sort)
share    := $(PREFIX)/share/rigel
man1     := $(PREFIX)/share/man/man1
html     := $(PREFIX)/share/doc/rigel/html
PYTHONDIR ?= $(LIBDIR)/python3/dist-packages
python   := $(PYTHONDIR)
cmake    := $(LIBDIR)/cmake/rigel
# completion of command lines: shell:file
completions := bash:$(PREFIX)/share/bash-completion/completions/rigel zsh:$(PREFIX)/share/zsh/site-functions/_rigel \
               fish:$(PREFIX)/share/fish/vendor_completions.d/rigel.fish
completion_files := $(foreach c,$(completions),$(word 2,$(subst :, ,$(c))))
D        := $(DESTDIR)

install: all ## install below PREFIX (default /usr/local); DESTDIR is put in front
	install -d $(D)$(PREFIX)/bin $(D)$(PREFIX)/include/rigel $(D)$(LIBDIR)/pkgconfig $(D)$(man1)
	install -m 755 $(BIN)/rigel $(D)$(PREFIX)/bin/rigel
	for f in $(headers); do install -m 644 $$f $(D)$(PREFIX)/$$f; done
	install -m 644 $(LIB)/librigel.a $(D)$(LIBDIR)/librigel.a
	install -m 755 $(LIB)/$(shared) $(D)$(LIBDIR)/$(shared)
	ln -sf $(shared) $(D)$(LIBDIR)/librigel.so.$(SOVERSION)
	ln -sf librigel.so.$(SOVERSION) $(D)$(LIBDIR)/librigel.so
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	  -e 's|@HDF5_PC@|$(hdf5_pc)|' -e 's|@LAPACK_LIBS@|$(SPQR_LIBS) $(LAPACK_LIBS)|' -e 's|@MPI_CFLAGS@|$(filter -I%,$(mpi_show))|' \
	  -e 's|@MPI_LIBS@|$(mpi_libs)|' packaging/rigel.pc.in >$(D)$(LIBDIR)/pkgconfig/rigel.pc
	install -d $(D)$(cmake)
	for f in rigelConfig rigelConfigVersion; do sed -e 's|@VERSION@|$(VERSION)|' -e 's|@SOVERSION@|$(SOVERSION)|' \
	  -e 's|@MAJOR@|$(word 1,$(subst ., ,$(VERSION)))|' -e 's|@MINOR@|$(word 2,$(subst ., ,$(VERSION)))|' \
	  -e 's|@INCLUDE@|$(shell realpath -m --relative-to=$(cmake) $(PREFIX)/include)|' packaging/cmake/$$f.cmake.in >$(D)$(cmake)/$$f.cmake; done
	install -m 644 docs/rigel.1 $(D)$(man1)/rigel.1
	install -D -m 644 src/python/rigel.py $(D)$(python)/rigel.py
	install -D -m 644 src/python/rigel_plot.py $(D)$(python)/rigel_plot.py
	for c in $(completions); do install -d $(D)$$(dirname $${c#*:}); $(BIN)/rigel completion $${c%%:*} >$(D)$${c#*:} || exit 1; done
	for f in $(problems); do install -D -m 644 $$f $(D)$(share)/$$f; done
	@if [ -f build/docs/html/index.html ]; then rm -rf $(D)$(html); install -d $(D)$(html); cp -r build/docs/html/. $(D)$(html); \
	  else echo 'the documentation site was not built and is not installed; run make docs first'; fi

uninstall: ## remove exactly what install put there
	rm -f $(D)$(PREFIX)/bin/rigel $(D)$(man1)/rigel.1 $(D)$(LIBDIR)/pkgconfig/rigel.pc $(D)$(cmake)/rigelConfig.cmake \
	  $(D)$(cmake)/rigelConfigVersion.cmake $(D)$(LIBDIR)/librigel.a $(D)$(python)/rigel.py $(D)$(python)/rigel_plot.py \
	  $(addprefix $(D)$(LIBDIR)/,$(shared) librigel.so.$(SOVERSION) librigel.so) \
	  $(addprefix $(D)$(PREFIX)/,$(headers)) $(addprefix $(D)$(share)/,$(problems)) $(addprefix $(D),$(completion_files))
	rm -rf $(D)$(html)
	for d in $(D)$(share) $(D)$(PREFIX)/share/doc/rigel $(D)$(PREFIX)/include/rigel $(D)$(LIBDIR)/python3 $(D)$(LIBDIR)/cmake; do \
	  if [ -d $$d ]; then find $$d -depth -type d -empty -delete; fi; done

deb: ## install what is missing, build Debian packages in a copy of the source, check them; they are put into build/deb
	@scripts/setup.sh base package
	@scripts/deb.sh build/deb

references: ## install what is missing, build, confirm the references of all problems, write results/references; takes ten minutes
	@scripts/setup.sh base
	$(again) all
	@OPENBLAS_NUM_THREADS=1 $(BIN)/rigel study references -j $(shell nproc) -o results/references; code=$$?; scripts/docs.sh; exit $$code

clean: ## remove what was built; the test framework in build/unity stays
	rm -rf bin lib
	if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name unity -exec rm -rf {} +; fi

distclean: clean ## also remove build/
	rm -rf build

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1\t\2/p' Makefile | expand -t 16
	@echo 'Variables: V=1 CC CFLAGS LDFLAGS WERROR=1 BUILD PREFIX LIBDIR DESTDIR PETSC_DIR PKG_CONFIG_PATH MPICC UNITY_DIR'

-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
