import { expect, it } from 'vitest';
import { classifyTimestamp } from '../../suites/timestamp.ts';

const DAY = '2026-11-21';

/** Every text that is one of the heads with one of the tails. */
const joined = (heads: readonly string[], tails: readonly string[]) =>
  heads.flatMap((head) => tails.map((tail) => head + tail));

const DATES = [DAY, '2026-W47-6', '2026-325', '2024-02-29', '2024-366', '20261121', '2026W476', '2026325'];
const ZONES = ['', 'Z', '+00:00', '+02', '+0200', '-03:30', '\u221203:30', '+14:00'];

/** The hour, with minutes and seconds or without, and a fraction of the last of them. */
const TIMES = ['10', '10:00', '10:00:00', '10.25', '10:00,5', '10:00:00.1', '10:00:00,123'];
const LONG_TIMES = ['10:00:00.123456789012', '24:00', '24:00:00'];

it.each([
  ...joined([DAY, '2026-W47-6', '2024-366'], joined(['T'], joined([...TIMES, ...LONG_TIMES], ZONES))),
  ...joined(DATES.slice(0, 5), ['T10:00:00Z']),
  ...joined(DATES.slice(5), ['T1000', 'T100000Z', 'T100000+0200', 'T240000']),
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60.5Z',
  '2017-01-01T05:29:60+05:30',
  '20161231T235960Z',
])('%s is an ISO 8601 timestamp', (text) => {
  expect(classifyTimestamp(text)).toBe('valid');
});

it.each([
  ...DATES,
  ...joined([`${DAY} `], ['10:00:00', '10:00:00Z', '10:00:00.5+02:00']),
  // RFC 3339, section 5.6 reads the standard as allowing lower case.
  `${DAY}t10:00:00z`,
  `${DAY}T10:00:00z`,
  // More digits of the year stand there by agreement only.
  '+002026-11-21T10:00:00Z',
])('%s can be read either way', (text) => {
  expect(classifyTimestamp(text)).toBe('unclear');
});

const NO_DATES = ['2026-13-21', '2026-02-30', '2025-02-29', '2026-W54-1', '2026-W47-8', '2026-366'];
// The date has to be a whole one.
const HALF_DATES = ['', '2026', '2026-000', '2026-11', '2026-W47'];
const NO_TIMES = ['', '25:00:00Z', '24:00:01Z', '10:60:00Z', '10:00:61Z', '10:00:', '1:00:00Z', '10:00:00.Z'];
const NO_ZONES = ['+25:00', '+02:60', '.5.5Z', '+2', ' Z', ' +02:00', ' PM', 'UTC', 'Zjunk', 'Z ', 'Z\n'];
const OTHER_DATES = ['26-11-21', '2026-1-1', '21-11-2026', '2026/11/21', '\u0662026-11-21'];
// RFC 9557 is another standard.
const SUFFIXES = ['[Europe/Berlin]', '+01:00[Europe/Berlin]', 'Z[u-ca=gregory]'];
const NUMBERS = ['1763719200', '1763719200000', '10:00:00', '2026', '21.11.2026', '11/21/2026'];
const WORDS = ['', ' ', 'now', 'T', 'TT', 'PT1H', 'P1DT1H'];

it.each([
  ...joined([...NO_DATES, ...HALF_DATES, ...OTHER_DATES], ['T10:00:00Z', 'T10:00Z']),
  ...joined([`${DAY}T`], [...NO_TIMES, ...joined(['10:00:00'], [...NO_ZONES, ...SUFFIXES])]),
  ...NO_DATES,
  ...NUMBERS,
  ...WORDS,
  ` ${DAY}T10:00:00Z`,
  `${DAY}_10:00:00`,
  `${DAY} hello`,
  'Sat, 21 Nov 2026 10:00:00 GMT',
  'Sat Nov 21 2026 10:00:00 GMT+0100 (Central European Standard Time)',
  `${DAY}T10:00:00Z/2026-11-22T10:00:00Z`,
])('%j is none', (text) => {
  expect(classifyTimestamp(text)).toBe('invalid');
});
