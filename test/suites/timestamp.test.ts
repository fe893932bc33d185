import { describe, expect, it } from 'vitest';
import { timestamp } from '../../suites/timestamp.ts';

const DAY = '2026-11-21';

describe('an ISO 8601 timestamp', () => {
  it.each([
    `${DAY}T10:00:00Z`,
    `${DAY}T10:00:00`,
    `${DAY}T10:00Z`,
    `${DAY}T10`,
    '20261121T100000Z',
    '20261121T1000',
    '2026-W47-6T10:00:00Z',
    '2026W476T100000+0200',
    '2026-325T10:00:00Z',
    '2026325T100000Z',
    '2024-02-29T10:00:00Z',
    '2024-366T10:00:00Z',
    `${DAY}T10:00:00.1Z`,
    `${DAY}T10:00:00,123Z`,
    `${DAY}T10:00:00.123456789012Z`,
    `${DAY}T10:00,5Z`,
    `${DAY}T10.25Z`,
    `${DAY}T10:00:00+00:00`,
    `${DAY}T10:00:00+02`,
    `${DAY}T10:00:00+0200`,
    `${DAY}T10:00:00-03:30`,
    `${DAY}T10:00:00\u221203:30`,
    `${DAY}T10:00:00+14:00`,
    `${DAY}T24:00:00Z`,
    `${DAY}T24:00`,
    '20261121T240000',
    '2016-12-31T23:59:60Z',
    '2016-12-31T23:59:60.5Z',
    '2017-01-01T05:29:60+05:30',
    '20161231T235960Z',
  ])('%s is one', (text) => {
    expect(timestamp(text)).toBe('valid');
  });
});

describe('a text that can be read either way', () => {
  it.each([
    DAY,
    '20261121',
    '2026-W47-6',
    '2026W476',
    '2026-325',
    '2026325',
    `${DAY} 10:00:00`,
    `${DAY} 10:00:00Z`,
    `${DAY} 10:00:00.5+02:00`,
    // RFC 3339, section 5.6 reads the standard as allowing lower case.
    `${DAY}t10:00:00z`,
    `${DAY}T10:00:00z`,
    // More digits of the year stand there by agreement only.
    '+002026-11-21T10:00:00Z',
  ])('%s is undecided', (text) => {
    expect(timestamp(text)).toBe('unclear');
  });
});

describe('any other text', () => {
  it.each([
    '',
    ' ',
    'now',
    'T',
    'TT',
    '1763719200',
    '1763719200000',
    '10:00:00',
    'T10:00:00Z',
    '2026',
    '2026-13-21',
    '2026-02-30',
    '2026-13-21T10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-W54-1T10:00:00Z',
    '2026-W47-8T10:00:00Z',
    '2026-366T10:00:00Z',
    '2026-000T10:00Z',
    // The date has to be a whole one.
    '2026T10:00:00Z',
    '2026-11T10:00:00Z',
    '2026-W47T10:00Z',
    `${DAY}T10:00:00+25:00`,
    `${DAY}T10:00:00+02:60`,
    `${DAY}T`,
    `${DAY}T25:00:00Z`,
    `${DAY}T24:00:01Z`,
    `${DAY}T10:60:00Z`,
    `${DAY}T10:00:61Z`,
    `${DAY}T10:00:`,
    `${DAY}T1:00:00Z`,
    `${DAY}T10:00:00.Z`,
    `${DAY}T10:00:00.5.5Z`,
    `${DAY}T10:00:00+2`,
    `${DAY}T10:00:00 Z`,
    `${DAY}T10:00:00 +02:00`,
    `${DAY}T10:00:00 PM`,
    `${DAY}T10:00:00UTC`,
    `${DAY}T10:00:00Zjunk`,
    ` ${DAY}T10:00:00Z`,
    `${DAY}T10:00:00Z `,
    `${DAY}T10:00:00Z\n`,
    `${DAY}_10:00:00`,
    `${DAY} hello`,
    // RFC 9557 is another standard.
    `${DAY}T10:00:00[Europe/Berlin]`,
    `${DAY}T10:00:00+01:00[Europe/Berlin]`,
    `${DAY}T10:00:00Z[u-ca=gregory]`,
    '26-11-21T10:00:00Z',
    '2026-1-1T10:00:00Z',
    '2026/11/21T10:00:00Z',
    '21-11-2026T10:00:00',
    '21.11.2026',
    '11/21/2026',
    'Sat, 21 Nov 2026 10:00:00 GMT',
    'Sat Nov 21 2026 10:00:00 GMT+0100 (Central European Standard Time)',
    '\u0662026-11-21T10:00:00Z',
    'PT1H',
    'P1DT1H',
    `${DAY}T10:00:00Z/2026-11-22T10:00:00Z`,
  ])('%j is none', (text) => {
    expect(timestamp(text)).toBe('invalid');
  });
});
