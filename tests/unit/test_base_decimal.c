// SPDX-License-Identifier: MIT
// Numbers as text: exact, short, and the same in every locale.
#include "prove.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

static void known_numbers(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"}, {-0.0, "0"}, {64, "64"}, {0.5, "0.5"}, {10.25, "10.25"}, {-3, "-3"},
        {0.1, "0.1"}, {1.0 / 3, "0.3333333333333333"}, {1e21, "1000000000000000000000"},
        {123456789012345680.0, "123456789012345680"}, {1e-7, "0.0000001"},
        {0.57735026918962576, "0.5773502691896257"}, {9007199254740993.0, "9007199254740992"},
        {100, "100"}, {99.95, "99.95"}, {-0.001, "-0.001"},
    };
    char buffer[HEXFOG_DECIMAL_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(hexfog_decimal(buffer, cases[i].value), cases[i].text);
}

static void extremes_fit(void **state)
{
    (void)state;
    char buffer[HEXFOG_DECIMAL_BYTES];
    const char *end;
    static const double values[] = {DBL_MAX, DBL_MIN, 1e308, 1e-308, 0x1p-1074, -DBL_MAX,
                                    -2.2250738585072009e-308, -4.9406564584124654e-324};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        memset(buffer, 'x', sizeof buffer);
        hexfog_decimal(buffer, values[i]);
        assert_true(strlen(buffer) < sizeof buffer);
        assert_null(strpbrk(buffer, "eE,"));
        assert_true(hexfog_parse_decimal(buffer, &end) == values[i]);
        assert_int_equal(*end, '\0');
    }
    hexfog_decimal(buffer, 0x1p-1074);
    assert_int_equal(strlen(buffer), 2 + 323 + 1);
    assert_int_equal(buffer[325], '5');
}

static uint64_t next_random(uint64_t *seed)
{
    *seed += 0x9E3779B97F4A7C15u;
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static double random_double(uint64_t *seed)
{
    double value;
    do {
        uint64_t bits = next_random(seed);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

static int significant_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (const char *p = text; *p; p++) {
        if (*p < '0' || *p > '9' || (count == 0 && *p == '0'))
            continue;
        count++;
        zeros = *p == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

static void holds(double value)
{
    char buffer[HEXFOG_DECIMAL_BYTES], other[64];
    const char *end;
    hexfog_decimal(buffer, value);
    assert_true(strtod(buffer, NULL) == value);
    assert_true(hexfog_parse_decimal(buffer, &end) == value);
    int digits = significant_digits(buffer);
    for (int count = 1; count < digits; count++) {
        snprintf(other, sizeof other, "%.*e", count - 1, value);
        if (strtod(other, NULL) == value)
            fail_msg("%s has more digits than %s", buffer, other);
    }
}

static void random_doubles_return(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 30000; i++)
        holds(random_double(&seed));
    for (int i = 0; i < 30000; i++)
        holds((double)(int64_t)(next_random(&seed) >> 44) / 1000);
}

static void powers_of_two_return(void **state)
{
    (void)state;
    char buffer[HEXFOG_DECIMAL_BYTES];
    for (int exponent = -1074; exponent <= 1023; exponent++)
        holds(ldexp(1, exponent));
    // Its nearest 16 digits, ...801, read back as the double below; the next ones do not.
    hexfog_decimal(buffer, 0x1p-44);
    assert_string_equal(buffer, "0.00000000000005684341886080802");
}

static void parsing_agrees_with_strtod(void **state)
{
    (void)state;
    uint64_t seed = 7;
    char text[128];
    for (int i = 0; i < 50000; i++) {
        int fraction = (int)(next_random(&seed) % 25);
        int exponent = (int)(next_random(&seed) % 700) - 350;
        snprintf(text, sizeof text, "%s%u.%0*llue%d", i % 2 ? "-" : "",
                 (unsigned)next_random(&seed) % 1000, fraction + 1,
                 (unsigned long long)next_random(&seed), exponent);
        const char *end;
        assert_true(hexfog_parse_decimal(text, &end) == strtod(text, NULL));
        assert_int_equal(*end, '\0');
    }
}

// 1 + 2^-53 lies in the middle of two doubles; what decides stands 1000 digits behind.
static void far_digits_decide(void **state)
{
    (void)state;
    static const char middle[] = "1.00000000000000011102230246251565404236316680908203125";
    char text[4096];
    const char *end;
    assert_true(hexfog_parse_decimal(middle, &end) == 1.0);
    snprintf(text, sizeof text, "%s%01000d1", middle, 0);
    assert_true(hexfog_parse_decimal(text, &end) == 1.0 + DBL_EPSILON);
    assert_int_equal(*end, '\0');
    snprintf(text, sizeof text, "0.%02000d1e2001", 0);
    assert_true(hexfog_parse_decimal(text, &end) == 1.0);
    memset(text, '9', 2000);
    strcpy(text + 2000, "e-1999");
    assert_true(hexfog_parse_decimal(text, &end) == 10.0);
    assert_true(hexfog_parse_decimal("1e99999999999999999999", &end) == (double)INFINITY);
    assert_int_equal(*end, '\0');
    assert_true(hexfog_parse_decimal("1e-99999999999999999999", &end) == 0.0);
    assert_true(hexfog_parse_decimal("0e99999999999999999999", &end) == 0.0);
    assert_true(signbit(hexfog_parse_decimal("-0.0", &end)));
}

static void grammar_ends_the_number(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        double value;
    } cases[] = {
        {"", 0, 0}, {"-", 0, 0}, {"+1", 0, 0}, {".5", 0, 0}, {"NaN", 0, 0}, {"inf", 0, 0},
        {"2.", 1, 2}, {"01", 1, 0}, {"-01", 2, 0}, {"0x10", 1, 0}, {"1e", 1, 1}, {"1e+", 1, 1},
        {"1,5", 1, 1}, {"1.5.2", 3, 1.5}, {"1E2]", 3, 100}, {"-12.5e-1 ", 8, -1.25}, {"5_0", 1, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *end;
        assert_true(hexfog_parse_decimal(cases[i].text, &end) == cases[i].value);
        assert_int_equal(end - cases[i].text, cases[i].length);
    }
}

// A locale of our own making where the system has none with a comma.
static bool set_comma_locale(void)
{
    char folder[4096], command[2 * sizeof folder];
    const char *scratch = getenv("TMPDIR");
    if (setlocale(LC_ALL, "de_DE.UTF-8"))
        return true;
    snprintf(folder, sizeof folder, "%s/locale-XXXXXX", scratch ? scratch : "/tmp");
    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null",
             folder);
    bool is_made = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0
                   && setlocale(LC_ALL, "de_DE.UTF-8");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 && is_made;
}

static void comma_locale_changes_nothing(void **state)
{
    (void)state;
    char buffer[HEXFOG_DECIMAL_BYTES];
    const char *end;
    if (!set_comma_locale()) {
        print_message("no locale with a decimal comma, and localedef makes none\n");
        skip();
    }
    snprintf(buffer, sizeof buffer, "%.1f", 0.5);
    assert_string_equal(buffer, "0,5");
    assert_string_equal(hexfog_decimal(buffer, 1234567.25), "1234567.25");
    assert_string_equal(hexfog_decimal(buffer, -1e-7), "-0.0000001");
    assert_true(hexfog_parse_decimal("1234567.25e-1", &end) == 123456.725);
    assert_int_equal(*end, '\0');
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVES("known numbers have their shortest text, -0 is 0", known_numbers),
        PROVES("the greatest and the smallest double fit, without an exponent", extremes_fit),
        PROVES("60,000 random doubles read back equal and no shorter text does",
               random_doubles_return),
        PROVES("every power of two reads back equal with the fewest digits",
               powers_of_two_return),
        PROVES("parsing agrees with strtod on 50,000 random texts", parsing_agrees_with_strtod),
        PROVES("digits far behind decide, exponents far out do not wrap", far_digits_decide),
        PROVES("a number ends where JSON's grammar ends it", grammar_ends_the_number),
        PROVES("a locale with a decimal comma changes nothing", comma_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
