import type { Area, Level, Profile, RequirementText } from './types.ts';

type Row = Omit<RequirementText, 'area' | 'profile'>;

/** Adds the common area and profile to a group of requirements. */
function area<const Rows extends Readonly<Record<string, Row>>>(
  name: Area,
  profile: Profile,
  rows: Rows,
): { readonly [Id in keyof Rows]: RequirementText } {
  const entries = Object.entries(rows).map(([id, row]) => [id, { ...row, area: name, profile }]);
  return Object.fromEntries(entries) as { readonly [Id in keyof Rows]: RequirementText };
}

const row =
  (level: Level) =>
  (statement: string, basis: string, ...sections: readonly string[]): Row => ({
    sections,
    level,
    statement,
    basis,
  });

/** A requirement that the document states in the given sections. */
function stated(statement: string, ...sections: readonly string[]): Row {
  return { sections, level: 'stated', statement };
}

/** A requirement that follows from the given sections; `basis` explains how. */
const implied = row('implied');

/** A requirement from a standard or good practice (`basis`) on a point that the document leaves open. */
const advisory = row('advisory');

const ADD = 'Add an animal';
const LIST = 'List animals';
const GET = 'Get an animal';
const AUTH = 'Authentication';
const RESOURCES = 'Resources and their fields';
const CLIENT = 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a failure of the server';

/** Every requirement, in the order of reports. The ids are a public contract. */
export const catalogue = {
  ...area('Interface-wide', 'animals', {
    'media.json': stated(
      'Every answer with a documented body is application/json and parses as JSON.',
      'Endpoints',
    ),
    'error.object': stated(
      'Every error answer carries the Error object: a string code, a string message and an integer status.',
      'Errors',
    ),
    'error.status': stated(
      'The status inside the Error object is the HTTP status of the answer that carries it.',
      RESOURCES,
      'Errors',
    ),
    'version.prefix': stated('The base address has v1 as one of its path segments.', 'Versioning'),
  }),
  ...area('Authentication', 'animals', {
    'auth.accepted': stated(
      'A valid key, sent as a bearer token, is not answered with 401 by any operation.',
      AUTH,
    ),
    'auth.missing': stated('A request without an Authorization header is answered with 401.', AUTH),
    'auth.invalid': stated('A bearer token that is not a valid key is answered with 401.', AUTH),
    'auth.malformed': stated(
      'An Authorization header that does not have the bearer form is answered with 401.',
      AUTH,
    ),
    'auth.first': implied(
      'Without a valid key the answer is 401 even if the request is faulty in another way too.',
      'Every operation requires the credential, and a request whose key is missing or invalid is answered with 401, whatever else it holds.',
      AUTH,
      'Errors',
    ),
    'auth.no-effect': implied(
      'A request to add an animal that was answered with 401 stored nothing.',
      'Adding needs the credential, and only a 201 says that an animal was added.',
      AUTH,
      ADD,
    ),
    'auth.challenge': advisory(
      'A 401 names the scheme to use in a WWW-Authenticate header.',
      'RFC 9110, section 11.6.1',
    ),
    'auth.scheme-case': advisory(
      'The name of the bearer scheme is matched without regard to case.',
      'RFC 9110, section 11.1',
    ),
  }),
  ...area('List animals', 'animals', {
    'list.success': stated('Listing is answered with 200 and a bare array of Pet objects.', LIST),
    'list.limit.accepted': stated(
      'Every limit from 1 to 100, both ends included, is answered with 200.',
      'Limits',
      LIST,
    ),
    'list.limit.respected': stated('With limit=n a list holds at most n animals.', 'Limits', LIST),
    'list.limit.default': stated('Without a limit a list is what limit=20 gives.', 'Limits', LIST),
    'list.limit.maximum': implied(
      'No integer limit, in range or out of it, brings more than 100 animals.',
      'The limit is the largest number of animals returned, and its maximum is 100.',
      'Limits',
      LIST,
    ),
    'list.limit.out-of-range': advisory(
      'A limit below 1 or above 100 is refused with a 4xx Error or brought into range.',
      CLIENT,
    ),
    'list.limit.not-integer': advisory(
      'A limit that is not an integer is refused with a 4xx Error or ignored.',
      CLIENT,
    ),
    'list.status.accepted': stated('Filtering by each of the three statuses is answered with 200.', LIST),
    'list.status.filter': stated('With status=s every animal in the list has exactly that status.', LIST),
    'list.status.with-limit': implied(
      'Filter and limit hold together, and the limit counts matching animals only.',
      'Both parameters belong to the same operation, and the limit is on the animals returned.',
      LIST,
      'Limits',
    ),
    'list.status.unknown': advisory(
      'A status outside the three is refused with a 4xx Error or answered with a valid list.',
      CLIENT,
    ),
    'list.complete': implied(
      'A page that is shorter than its limit holds every animal known to exist that matches.',
      'The list returns the animals up to its limit, and there is no other paging control.',
      LIST,
      'Limits',
    ),
    'list.agrees': implied(
      'An animal in a list has the values that it was created with.',
      'A Pet has the fields of the NewPet that was added, and no operation changes one.',
      RESOURCES,
      LIST,
    ),
    'list.distinct': implied(
      'No id stands twice in one list.',
      'The id of an animal is unique, and a list is a list of animals.',
      RESOURCES,
      LIST,
    ),
  }),
  ...area('Add an animal', 'animals', {
    'create.success': stated('A valid body is answered with 201 and a Pet.', ADD),
    'create.id.assigned': stated('The Pet of a 201 has an integer id within int64.', RESOURCES),
    'create.id.unique': stated(
      'No two animals get the same id, not even when they are added at the same moment.',
      RESOURCES,
    ),
    'create.id.by-service': implied(
      'An id in the request body does not become the id of the animal.',
      'The id is assigned by the service on creation, and NewPet has no id.',
      RESOURCES,
    ),
    'create.echo': implied(
      'The Pet of a 201 carries the submitted name, categoryId and status unchanged.',
      'A Pet has all the fields of the NewPet that it was made from.',
      RESOURCES,
    ),
    'create.int64': implied(
      'Any int64 categoryId that the service accepts comes back exactly, from every operation.',
      'categoryId is an int64, and a Pet has the fields of its NewPet.',
      RESOURCES,
    ),
    'create.status.optional': stated(
      'A body without status is accepted, and a status that the Pet then has is one of the three.',
      RESOURCES,
    ),
    'create.status.values': stated('Each of the three statuses is accepted.', RESOURCES),
    'create.missing.name': stated('A body without name is answered with 400.', ADD),
    'create.missing.category': stated('A body without categoryId is answered with 400.', ADD),
    'create.invalid.name': stated('A name that is not a string is answered with 400.', ADD),
    'create.invalid.category': stated(
      'A categoryId that is not an integer of int64 is answered with 400.',
      ADD,
    ),
    'create.invalid.status': stated('A status that is not one of the three is answered with 400.', ADD),
    'create.invalid.body': stated('An empty body, or JSON that is not an object, is answered with 400.', ADD),
    'create.malformed-json': implied(
      'A body that is sent as application/json and that RFC 8259 rejects is answered with 400.',
      'Request bodies are JSON, and a body that cannot be read holds none of the required fields.',
      'Endpoints',
      ADD,
    ),
    'create.rejected-not-stored': implied(
      'A request to add an animal that was answered with 400 stored nothing.',
      'A 400 says that the body was refused; only a 201 says that an animal was added.',
      ADD,
    ),
    'create.media-type': advisory(
      'A body that is sent as another media type is refused with a 4xx Error.',
      'RFC 9110, section 15.5.16',
    ),
    'create.unknown-members': advisory(
      'Members that NewPet does not have are ignored or refused with 400.',
      CLIENT,
    ),
  }),
  ...area('Get an animal', 'animals', {
    'get.success': stated(
      'Getting a known animal is answered with 200, and every 200 to an id is the Pet whose id was asked for.',
      GET,
    ),
    'get.agrees': implied(
      'The animal has the values that it was created with.',
      'A Pet has the fields of the NewPet that was added, and no operation changes one.',
      RESOURCES,
      GET,
    ),
    'get.not-found': stated('A positive int64 id that no animal has is answered with 404.', GET, 'Errors'),
    'get.int64': implied(
      'Ids are compared as whole int64 values: no other id reaches an animal by wrapping or rounding.',
      'The id is an int64 and unique, and the path names one animal by it.',
      GET,
      RESOURCES,
    ),
    'get.invalid-id': advisory('An id that is not an int64 is refused with a 4xx Error.', CLIENT),
    'get.removed': stated(
      'Getting an animal works before 5 December 2030 and is gone after that day.',
      'Versioning',
      GET,
    ),
    'get.deprecation': advisory(
      'The answer announces the removal in a Deprecation or Sunset header.',
      'RFC 9745 and RFC 8594',
    ),
  }),
  ...area('Robustness', 'animals', {
    'robust.no-5xx': advisory(
      'No request of the whole run was answered with a 5xx.',
      'RFC 9110, section 15.6: a 5xx says that the server knows that it failed',
    ),
    'robust.equal-forms': advisory(
      'A plain request in another form that HTTP or URI calls equal is answered like the plain one.',
      'RFC 9110, sections 8.3.1 and 12.5.1; RFC 9112, section 7.1; RFC 8259, section 11; RFC 3986, section 6.2.2.2',
    ),
  }),
  ...area('Messages', 'messages', {
    'messages.success': stated(
      'A message is answered with a 2xx and the strings id, message, status and createdAt.',
      'Quickstart message request',
    ),
    'messages.created-at': stated('createdAt is an ISO 8601 timestamp.', 'Quickstart message request'),
    'messages.media': stated('The success answer is application/json.', 'Endpoints'),
    'messages.invalid-json': stated('A body that is not JSON is answered with 400.', 'Errors'),
    'messages.missing': stated('A body without message is answered with 400.', 'Errors'),
    'messages.content-type': stated(
      'A content type other than application/json, or none, is answered with 400.',
      'Errors',
    ),
    'messages.invalid': advisory('A message that is not a string is refused with a 4xx.', CLIENT),
    'messages.auth.missing': stated(
      'A request without an Authorization header is answered with 401.',
      'Errors',
    ),
    'messages.auth.invalid': stated('A bearer token that is not a valid key is answered with 401.', 'Errors'),
    'messages.auth.malformed': stated(
      'An Authorization header that does not have the bearer form is answered with 401.',
      'Errors',
    ),
    'messages.echo': advisory(
      'The message in the answer is the one that was sent.',
      'plain good practice: an acknowledgement names what it acknowledges',
    ),
    'messages.error-object': advisory(
      'Error answers have the Error object too.',
      'plain good practice: one error shape (the document promises it for the animals interface only)',
    ),
  }),
} as const satisfies Record<string, RequirementText>;
