// SPDX-License-Identifier: MIT
// Turns the number of a word into the word.
#include "cli/words.h"
#include <stdio.h>
#include <string.h>

const char *hexfog_word(const char *words, int place, char word[HEXFOG_WORD_BYTES])
{
    for (; place > 0 && *words; place--) {
        size_t length = strcspn(words, "|");
        snprintf(word, HEXFOG_WORD_BYTES, "%.*s", (int)length, words);
        if (place == 1)
            return word;
        words += length + (words[length] == '|');
    }
    return NULL;
}
