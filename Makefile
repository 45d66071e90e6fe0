# SPDX-License-Identifier: MIT
# make            build/hexfog, build/libhexfog.a and build/libhexfog.so
# make check      builds and runs every test, or those that TESTS names (scripts/test.sh
#                 also installs what they need)
# make install    obeys DESTDIR and PREFIX; make uninstall undoes it
# make man        renews the lists in man/hexfog.1 from the program's tables
# make completion  renews the tables in contrib/completion/ likewise
# make pictures   draws docs/pictures again
# make testing-report  renews the figures of docs/testing.md; takes an hour or two
# make bench      times hexfog beside cp and other programs (scripts/bench.sh also installs
#                 those): a table, $(BUILD)/bench/result.json and a figure
# make fuzz       fuzzes the readers, FUZZ_TIME seconds each (tests/fuzz/README.md)
# Variables: CC CFLAGS CPPFLAGS LDFLAGS BUILD V=1 WERROR=1 GL=0 (without EGL)

BUILD   ?= build
PREFIX  ?= /usr/local
CC      ?= cc
CFLAGS  ?= -O2 -g
AR      ?= ar

ifeq ($(origin CC),default)
CC := cc
endif
ifneq ($(V),1)
Q := @
endif

PACKAGES := expat libcjson libdeflate libzstd nettle zlib
PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null || echo -lexpat -lcjson -ldeflate -lzstd -lnettle -lz)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion \
            -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla -Wundef \
            -Wwrite-strings -Wcast-qual -Wpointer-arith -Wformat=2 -Wswitch-enum
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif

# Fortification wants optimisation and hides from sanitizers what they look for.
optimised   := $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
HARDENING   := -fstack-protector-strong
ifeq ($(if $(optimised),,no)$(findstring -fsanitize,$(CFLAGS))$(findstring _FORTIFY_,$(CPPFLAGS) $(CFLAGS)),)
HARDENING   += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
HARD_LINK   := -Wl,-z,relro,-z,now
# Of -fPIC objects; for a static program there is -static-pie.
HARD_PIE    := $(if $(filter -static%,$(LDFLAGS) $(CFLAGS)),,-pie)

# What the bytes and the libraries depend on stands after the user's flags.
# -fPIC, for the shared library, costs a bake 0.04 % of its instructions at most.
# Loops become vectors at -O2 too. No code asks errno or the exception flags about arithmetic:
# so both sides of a choice may be computed, which vectors need and which changes no bit.
FIXED_FLAGS := -std=c11 -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math \
               -ftree-vectorize -fvisibility=hidden -fPIC -pthread
# Where a compiler would keep doubles in 80 bits, or floats in 64: not here.
TARGET := $(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null | \
    sed -n 's/^.define \(__i386__\|__s390__\|__clang__\) .*/\1/p')
FIXED_FLAGS += $(if $(filter __i386__,$(TARGET)),-msse2 -mfpmath=sse)
FIXED_FLAGS += $(if $(filter __clang__,$(TARGET)),,$(if $(filter __s390__,$(TARGET)),-fexcess-precision=fast))
ALL_CPPFLAGS := -Isrc -Iinclude -I$(BUILD)/gen -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(PACKAGE_CFLAGS) $(CPPFLAGS)
ALL_CFLAGS   := $(WARNINGS) $(HARDENING) $(CFLAGS) $(FIXED_FLAGS)
ALL_LDFLAGS  := -pthread $(HARD_LINK) $(LDFLAGS)
LIBS         := $(PACKAGE_LIBS) -lOpenEXRCore-3_1 -lgif -lm

# tinyexr is loaded when it is needed, by the name that its library has here.
TINYEXR := $(shell readelf -d "$$($(CC) -print-file-name=libtinyexr.so)" 2>/dev/null | \
    sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
$(BUILD)/src/encode/tinyexr.o: ALL_CPPFLAGS += $(if $(TINYEXR),-DHEXFOG_TINYEXR='"$(TINYEXR)"')

LIB_SOURCES := $(sort $(wildcard src/base/*.c src/desc/*.c src/model/*.c src/raster/*.c src/encode/*.c src/check/*.c))
# GL=0 builds without EGL's headers: verify then says so and checks on the CPU alone.
GL ?= 1
GL_SOURCES := $(addprefix src/check/,gl_context.c gl_draw.c gl_load.c gl_program.c)
ifeq ($(GL),0)
LIB_SOURCES := $(filter-out $(GL_SOURCES),$(LIB_SOURCES))
else
LIB_SOURCES := $(filter-out src/check/gl_none.c,$(LIB_SOURCES))
endif
CLI_SOURCES := $(sort $(wildcard src/cli/*.c))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(BUILD)/%.o)

# The shared library holds what hexfog.h declares, so nothing of src/check.
VERSION    := $(shell sed -n 's/^.define HEXFOG_VERSION "\(.*\)"/\1/p' include/hexfog.h)
SONAME     := libhexfog.so.$(firstword $(subst ., ,$(VERSION)))
SO_OBJECTS := $(filter-out $(BUILD)/src/check/%,$(LIB_OBJECTS))

all: $(BUILD)/hexfog $(BUILD)/libhexfog.a $(BUILD)/libhexfog.so

$(BUILD)/hexfog: $(CLI_OBJECTS) $(BUILD)/libhexfog.a
	@echo "  LINK  $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(HARD_PIE) $(ALL_LDFLAGS) -o $@ $(CLI_OBJECTS) $(BUILD)/libhexfog.a $(LIBS)

$(BUILD)/libhexfog.a: $(LIB_OBJECTS)
	@echo "  AR    $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $(LIB_OBJECTS)

# The link beside it lets programs run that were linked in the build folder.
$(BUILD)/libhexfog.so: $(SO_OBJECTS)
	@echo "  LINK  $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--as-needed \
	    -Wl,--exclude-libs,ALL -o $@ $(SO_OBJECTS) $(LIBS)
	$(Q)ln -sf libhexfog.so $(BUILD)/$(SONAME)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Files that the program carries: $(BUILD)/gen/NAME.inc, a table NAME[] (scripts/embed.sh).
SCHEMAS := $(sort $(wildcard src/*/*.schema.json))
$(BUILD)/gen/schemas.inc: $(SCHEMAS) scripts/embed.sh
	@mkdir -p $(@D)
	@echo "  EMBED $@"
	$(Q)sh scripts/embed.sh schemas .schema.json $(SCHEMAS) > $@.new && mv -f $@.new $@
$(BUILD)/src/desc/schema.o: $(BUILD)/gen/schemas.inc

SHADERS := $(sort $(wildcard src/check/shaders/*))
$(BUILD)/gen/shaders.inc: $(SHADERS) scripts/embed.sh
	@mkdir -p $(@D)
	@echo "  EMBED $@"
	$(Q)sh scripts/embed.sh shaders '' $(SHADERS) > $@.new && mv -f $@.new $@
$(BUILD)/src/check/shaders.o: $(BUILD)/gen/shaders.inc

# Rebuilds everything when the compiler or a flag changes.
FLAGS_NOW := GL=$(GL) $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(LIBS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(FLAGS_NOW)' | cmp -s - $@ || printf '%s\n' '$(FLAGS_NOW)' > $@

# One cmocka program a file. What it needs besides the library stands in its first lines:
# `// LIBS: -lfoo`, `// PKG: foo` (pkg-config), `// SOURCES: tests/unit/helper.c`.
test_needs = $(shell sed -n 's|^// $(1): *||p' tests/unit/$(2).c)
test_flags = $(foreach pkg,$(call test_needs,PKG,$(1)),$(shell pkg-config $(2) $(pkg)))

.SECONDEXPANSION:
.PRECIOUS: $(BUILD)/tests/unit/%.o
$(BUILD)/tests/unit/test_%: $(BUILD)/tests/unit/test_%.o $(BUILD)/libhexfog.a \
    $$(addprefix $(BUILD)/,$$(subst .c,.o,$$(call test_needs,SOURCES,test_$$*)))
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) $(BUILD)/libhexfog.a \
	    $(call test_needs,LIBS,test_$*) $(call test_flags,test_$*,--libs) -lcmocka $(LIBS)

$(BUILD)/tests/unit/%.o: tests/unit/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) -Itests/unit $(call test_flags,$*,--cflags) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

check:
	$(Q)BUILD='$(BUILD)' CC='$(CC)' CFLAGS='$(CFLAGS)' CPPFLAGS='$(CPPFLAGS)' LDFLAGS='$(LDFLAGS)' \
	    WERROR='$(WERROR)' GL='$(GL)' sh tests/run.sh $(TESTS)

# Fuzz targets: fuzz_NAME with an engine (tests/fuzz/run.sh gives the flags), and replay, a plain
# program that has every target.
FUZZ_OBJECTS := $(addprefix $(BUILD)/,$(patsubst %.c,%.o,\
    $(filter-out %/engine.c %/replay.c,$(wildcard tests/fuzz/*.c))))
FUZZ_PARTS   := $(FUZZ_OBJECTS) $(filter-out %/main.o,$(CLI_OBJECTS)) $(BUILD)/libhexfog.a
FUZZ_LINK    ?= -fsanitize=fuzzer

# --wrap: what commands write to standard error is held to its form.
$(BUILD)/tests/fuzz/fuzz_%: tests/fuzz/engine.c tests/fuzz/fuzz.h $(FUZZ_PARTS)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(FUZZ_LINK) -Wl,--wrap=write \
	    -DFUZZ_TARGET=fuzz_$* -o $@ $(filter-out %.h,$^) $(LIBS)

$(BUILD)/tests/fuzz/replay: $(BUILD)/tests/fuzz/replay.o $(FUZZ_PARTS)
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -Wl,--wrap=write -o $@ $^ $(LIBS)

fuzz:
	$(Q)BUILD='$(BUILD)/fuzz' sh tests/fuzz/run.sh

# The lists in man/hexfog.1 come from the program's tables.
$(BUILD)/mdoc: $(BUILD)/man/mdoc.o $(BUILD)/man/blocks.o $(filter-out %/main.o,$(CLI_OBJECTS)) $(BUILD)/libhexfog.a
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

man: $(BUILD)/mdoc
	$(Q)$(BUILD)/mdoc man/hexfog.1 >$(BUILD)/hexfog.1
	$(Q)cmp -s $(BUILD)/hexfog.1 man/hexfog.1 || cp $(BUILD)/hexfog.1 man/hexfog.1

# The tables in contrib/completion/hexfog.bash and _hexfog come from the same.
COMPLETION := $(patsubst %.c,$(BUILD)/%.o,$(wildcard contrib/completion/*.c))
$(BUILD)/renew: $(COMPLETION) $(BUILD)/man/blocks.o $(filter-out %/main.o,$(CLI_OBJECTS)) $(BUILD)/libhexfog.a
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LIBS)

completion: $(BUILD)/renew
	$(Q)for script in hexfog.bash _hexfog; do \
	    $(BUILD)/renew contrib/completion/$$script >$(BUILD)/$$script || exit 1; \
	    cmp -s $(BUILD)/$$script contrib/completion/$$script || \
	        cp $(BUILD)/$$script contrib/completion/$$script || exit 1; \
	done

# The pictures of docs/pictures.md; tests/cli/test_pictures.sh holds them to its commands.
pictures: $(BUILD)/hexfog
	$(Q)HEXFOG='$(BUILD)/hexfog' sh scripts/pictures.sh

# Others that hexfog is compared with, as their users build them: docs/performance.md.
BENCH_CFLAGS ?= -O2
BENCH_CC     := $(CC) -std=c11 -D_GNU_SOURCE $(BENCH_CFLAGS)
BENCH_RESULT ?= $(BUILD)/bench/result.json
PYTHON       ?= /usr/bin/python3

$(BUILD)/bench/naive $(BUILD)/bench/measure: $(BUILD)/bench/%: bench/%.c
	@mkdir -p $(@D)
	$(Q)$(BENCH_CC) -o $@ $< -ltinyexr -lm

$(BUILD)/bench/peers: $(wildcard bench/peer*.c) bench/peers.h
	@mkdir -p $(@D)
	$(Q)$(BENCH_CC) $$(pkg-config --cflags OpenEXR) -o $@ $(filter %.c,$^) -ltinyexr \
	    -lOpenEXRCore-3_1 -lm

bench-programs: $(BUILD)/hexfog $(addprefix $(BUILD)/bench/,naive measure peers)

bench: bench-programs
	$(Q)$(PYTHON) -B bench/bench.py $(BUILD) $(BENCH_RESULT)
	$(Q)$(PYTHON) -B bench/figure.py $(BENCH_RESULT) >$(BUILD)/bench/speed.svg
	@echo "wrote $(BENCH_RESULT) and $(BUILD)/bench/speed.svg"

testing-report:
	$(Q)sh scripts/testing.sh

BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
DOCDIR     ?= $(PREFIX)/share/doc/hexfog
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
CMAKEDIR   ?= $(PREFIX)/share/cmake/hexfog
INSTALL    ?= install
# As in the tree, so that what README.md links is found; by suffix, so that what was baked beside
# a sample or a kit is left out.
KIT_FILES  := README.md *.cs *.gd *.gdshader *.gdshaderinc *.glsl *.godot *.hlsl *.html *.import \
    *.js *.mat *.meta *.rs *.shader *.tscn *.ush *.wgsl fog.c Editor/*.cs
KITS       := $(wildcard $(foreach kit,bevy godot raylib three unity unreal, \
    $(addprefix contrib/$(kit)/,$(KIT_FILES))))
DOCS       := $(wildcard README.md CHANGES.md SECURITY.md LICENSE docs/*.md docs/*.svg \
    docs/pictures/* samples/*.hexfog.jsonc samples/*.board.png samples/example.c \
    contrib/slurm/*) $(KITS)
DOC_FOLDERS := $(filter-out ./,$(sort $(dir $(DOCS))))

# What pkg-config tells: folders below the prefix move with it.
below_prefix = $(subst ^,,$(subst ^$(PREFIX)/,$${prefix}/,^$(1)))
PC_WORDS = -e 's|@prefix@|$(PREFIX)|' \
    -e 's|@libdir@|$(call below_prefix,$(LIBDIR))|' \
    -e 's|@includedir@|$(call below_prefix,$(INCLUDEDIR))|' \
    -e 's|@version@|$(VERSION)|' -e 's|@requires@|$(PACKAGES)|' -e 's|@libs@|-lm -pthread|'

install: all
	$(INSTALL) -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(PKGCONFIGDIR)' '$(DESTDIR)$(INCLUDEDIR)' \
	    '$(DESTDIR)$(LIBDIR)' '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(CMAKEDIR)' \
	    '$(DESTDIR)$(MANDIR)/man1' '$(DESTDIR)$(MANDIR)/man5' '$(DESTDIR)$(DOCDIR)'
	$(INSTALL) -m 755 $(BUILD)/hexfog '$(DESTDIR)$(BINDIR)'
	$(INSTALL) -m 644 $(BUILD)/libhexfog.a '$(DESTDIR)$(LIBDIR)'
	$(INSTALL) -m 644 $(BUILD)/libhexfog.so '$(DESTDIR)$(LIBDIR)/libhexfog.so.$(VERSION)'
	ln -sf libhexfog.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libhexfog.so'
	sed $(PC_WORDS) contrib/hexfog.pc.in >'$(DESTDIR)$(PKGCONFIGDIR)/hexfog.pc'
	chmod 644 '$(DESTDIR)$(PKGCONFIGDIR)/hexfog.pc'
	$(INSTALL) -m 644 include/hexfog.h '$(DESTDIR)$(INCLUDEDIR)'
	$(INSTALL) -m 644 man/hexfog.1 '$(DESTDIR)$(MANDIR)/man1'
	$(INSTALL) -m 644 man/hexfog-description.5 '$(DESTDIR)$(MANDIR)/man5'
	$(INSTALL) -m 644 contrib/completion/hexfog.bash '$(DESTDIR)$(BASHDIR)/hexfog'
	$(INSTALL) -m 644 contrib/completion/_hexfog '$(DESTDIR)$(ZSHDIR)'
	$(INSTALL) -m 644 contrib/cmake/hexfog-config.cmake '$(DESTDIR)$(CMAKEDIR)'
	sed $(PC_WORDS) contrib/cmake/hexfog-config-version.cmake.in \
	    >'$(DESTDIR)$(CMAKEDIR)/hexfog-config-version.cmake'
	chmod 644 '$(DESTDIR)$(CMAKEDIR)/hexfog-config-version.cmake'
	for file in $(DOCS); do \
	    $(INSTALL) -d "$(DESTDIR)$(DOCDIR)/$$(dirname $$file)" && \
	    if [ -x $$file ]; then mode=755; else mode=644; fi && \
	    $(INSTALL) -m $$mode $$file "$(DESTDIR)$(DOCDIR)/$$file" || exit 1; \
	done

# Folders that others use too stay.
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/hexfog' '$(DESTDIR)$(LIBDIR)/libhexfog.a' \
	    '$(DESTDIR)$(LIBDIR)/libhexfog.so' '$(DESTDIR)$(LIBDIR)/$(SONAME)' \
	    '$(DESTDIR)$(LIBDIR)/libhexfog.so.$(VERSION)' '$(DESTDIR)$(PKGCONFIGDIR)/hexfog.pc' \
	    '$(DESTDIR)$(INCLUDEDIR)/hexfog.h' '$(DESTDIR)$(MANDIR)/man1/hexfog.1' \
	    '$(DESTDIR)$(MANDIR)/man5/hexfog-description.5' '$(DESTDIR)$(BASHDIR)/hexfog' \
	    '$(DESTDIR)$(ZSHDIR)/_hexfog' '$(DESTDIR)$(CMAKEDIR)/hexfog-config.cmake' \
	    '$(DESTDIR)$(CMAKEDIR)/hexfog-config-version.cmake'
	$(if $(DOCS),cd '$(DESTDIR)$(DOCDIR)' 2>/dev/null && rm -f $(DOCS) || :)
	cd '$(DESTDIR)$(DOCDIR)' 2>/dev/null && rmdir -p $(DOC_FOLDERS) 2>/dev/null || :
	rmdir '$(DESTDIR)$(DOCDIR)' '$(DESTDIR)$(CMAKEDIR)' 2>/dev/null || :

clean:
	rm -rf $(BUILD)

.PHONY: all bench bench-programs check clean completion fuzz man pictures install uninstall FORCE
FORCE:
-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) \
    $(wildcard $(addprefix $(BUILD)/,tests/unit/*.d tests/fuzz/*.d man/*.d contrib/completion/*.d))
