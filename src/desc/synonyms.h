/* SPDX-License-Identifier: MIT */
/* What people call the keys of a description. */
#ifndef HEXFOG_DESC_SYNONYMS_H
#define HEXFOG_DESC_SYNONYMS_H

/* A key that another name stands for, in whatever case. `table` is where that name was
 * written (hexfog_key_table.name); *home is the table that the key belongs to. NULL = the
 * name is none that is known. */
const char *hexfog_synonym(const char *table, const char *name, const char **home);

#endif
