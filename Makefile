# SPDX-License-Identifier: MIT
# make            build/hexfog and build/libhexfog.a
# make check      builds and runs every test, or those that TESTS names (scripts/test.sh
#                 also installs what they need)
# make install    obeys DESTDIR and PREFIX; make uninstall undoes it
# Variables: CC CFLAGS CPPFLAGS LDFLAGS BUILD V=1 WERROR=1

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

PACKAGES := libcjson libdeflate nettle
PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null || echo -lcjson -ldeflate -lnettle) -ltinyexr

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion \
            -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla -Wundef \
            -Wwrite-strings -Wcast-qual -Wpointer-arith -Wformat=2 -Wswitch-enum
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif

# What the bytes depend on stands after the user's flags.
FIXED_FLAGS := -std=c11 -ffp-contract=off -fno-fast-math -fvisibility=hidden -pthread
ALL_CPPFLAGS := -Isrc -Iinclude -I$(BUILD)/gen -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(PACKAGE_CFLAGS) $(CPPFLAGS)
ALL_CFLAGS   := $(WARNINGS) $(CFLAGS) $(FIXED_FLAGS)
ALL_LDFLAGS  := -pthread $(LDFLAGS)
LIBS         := $(PACKAGE_LIBS) -lm

LIB_SOURCES := $(sort $(wildcard src/base/*.c src/desc/*.c src/model/*.c src/raster/*.c src/encode/*.c src/check/*.c))
CLI_SOURCES := $(sort $(wildcard src/cli/*.c))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(BUILD)/%.o)

all: $(BUILD)/hexfog $(BUILD)/libhexfog.a

$(BUILD)/hexfog: $(CLI_OBJECTS) $(BUILD)/libhexfog.a
	@echo "  LINK  $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $(CLI_OBJECTS) $(BUILD)/libhexfog.a $(LIBS)

$(BUILD)/libhexfog.a: $(LIB_OBJECTS)
	@echo "  AR    $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $(LIB_OBJECTS)

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

# Rebuilds everything when the compiler or a flag changes.
FLAGS_NOW := $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(LIBS)
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
	    WERROR='$(WERROR)' sh tests/run.sh $(TESTS)

clean:
	rm -rf $(BUILD)

.PHONY: all check clean FORCE
FORCE:
-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/unit/*.d)
