/**
 * Words of the kit's own messages, in lower case, that are as long as a part of a key that redaction removes: a key may
 * consist of some of these words, and the messages must stay readable.
 */
const WORDS: ReadonlySet<string> = new Set(
  `
    accept accepted accepts access acknowledgement acknowledges adding address addresses against allows already
    altered although ampersand animal animals announces another answer answered answering answers anything
    application approval around arrays assigned attached attributes authority authorization available backslash
    backslashes backwards basic bearer because become before beginning begins behind belong beside between beyond
    bodies braces bracket brackets brings brought cannot capital capitals careless carries category certificate
    challenge changed changes character characters chunks claimed classes classic client clients closed combining
    comment compare compared compatibility complete configured confirm connection content control correct counts
    create created creates creation credential cyrillic database deadline december decide decided deeper default
    deprecated deprecation difference different digits direction document documented double eastern either ellipsis
    elsewhere emptied empties enough equals escape escaped escapes exactly exchange expected expired exponent
    expression failed failure faulty fields filter filtered filtering firewall followed foreign format formats
    fraction further gateway gateways getting groups hardly header headers healthy hexadecimal highest hundred
    ignored included inside instead integer integers interface interfaces invalid itself keycap language languages
    larger largest leading leaves legitimately length letter letters letting limits listing locked longer looked
    lowest magnitude malformed markup matched matches matching maximum member members message messages middle misses
    missing moment narrower nearly negative neither newest notations nothing number numbers object objects operation
    option others outside overlapped paging parameter parameters parses passed pending people percent period
    permission plainest please plural positive practice prefix printing profile promises quality quickstart quotes
    random reached reaches redirect reference refusals refused regard rejects remain removal removed removes renewed
    replacement report request requests required requirement requires resources returned returns revoked rounding
    scheme second section sections segment segments selector sending separators server service setting several
    shorter showed signature signed single somebody something somewhere spaces speaks special spellings stands
    status statuses stopped stored stores strangers string strings submitted success successful sunset surrogate
    swapped target thousand timestamp together token trimmed trusted twenty typographic unchanged undefined
    underscore undone unfiltered unicode unique unknown unusual usable values variable variation version vertical
    whatever whether widest wildcard within without worked wrapping writes written
  `
    .trim()
    .split(/\s+/u),
);

/** True if a piece of text is one of WORDS or a part of one, ignoring characters at its ends that are not letters. */
export function isKitWord(piece: string): boolean {
  const letters = piece.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/gu, '');
  return [...WORDS].some((word) => word.includes(letters));
}
