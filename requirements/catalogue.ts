import type { Area, Level, Profile, RequirementText } from './types.ts';

interface RowInput {
  level: Level;
  sections?: readonly string[];
  statement: string;
  basis?: string;
}

function area<const Rows extends Record<string, RowInput>>(
  name: Area,
  profile: Profile,
  rows: Rows,
): { readonly [Id in keyof Rows]: RequirementText } {
  const entries = Object.entries(rows).map(([id, row]) => [
    id,
    { sections: [], ...row, area: name, profile } satisfies RequirementText,
  ]);
  return Object.fromEntries(entries) as { readonly [Id in keyof Rows]: RequirementText };
}

const ADD = 'Add an animal';
const LIST = 'List animals';
const GET = 'Get an animal';
const AUTH = 'Authentication';
const RESOURCES = 'Resources and their fields';

/** Every requirement that the kit judges, in the order in which reports show them. The id is a public contract. */
export const catalogue = {
  ...area('Interface-wide', 'animals', {
    'media.json': {
      level: 'stated',
      sections: ['Endpoints'],
      statement: 'Every answer with a documented body is application/json and parses as JSON.',
    },
    'error.object': {
      level: 'stated',
      sections: ['Errors'],
      statement:
        'Every error answer carries the Error object: a string code, a string message and an integer status.',
    },
    'error.status': {
      level: 'stated',
      sections: [RESOURCES, 'Errors'],
      statement: 'The status inside the Error object is the HTTP status of the answer that carries it.',
    },
    'version.prefix': {
      level: 'stated',
      sections: ['Versioning'],
      statement: 'The base address has v1 as one of its path segments.',
    },
  }),
  ...area('Authentication', 'animals', {
    'auth.accepted': {
      level: 'stated',
      sections: [AUTH],
      statement: 'A valid key, sent as a bearer token, is not answered with 401 by any operation.',
    },
    'auth.missing': {
      level: 'stated',
      sections: [AUTH],
      statement: 'A request without an Authorization header is answered with 401.',
    },
    'auth.invalid': {
      level: 'stated',
      sections: [AUTH],
      statement: 'A bearer token that is not a valid key is answered with 401.',
    },
    'auth.malformed': {
      level: 'stated',
      sections: [AUTH],
      statement: 'An Authorization header that does not have the bearer form is answered with 401.',
    },
    'auth.first': {
      level: 'implied',
      sections: [AUTH, 'Errors'],
      statement: 'Without a valid key the answer is 401 even if the request is faulty in another way too.',
      basis:
        'Every operation requires the credential, and a request whose key is missing or invalid is answered with 401, whatever else it holds.',
    },
    'auth.no-effect': {
      level: 'implied',
      sections: [AUTH, ADD],
      statement: 'A request to add an animal that was answered with 401 stored nothing.',
      basis: 'Adding needs the credential, and only a 201 says that an animal was added.',
    },
    'auth.challenge': {
      level: 'advisory',
      statement: 'A 401 names the scheme to use in a WWW-Authenticate header.',
      basis: 'RFC 9110, section 11.6.1',
    },
    'auth.scheme-case': {
      level: 'advisory',
      statement: 'The name of the bearer scheme is matched without regard to case.',
      basis: 'RFC 9110, section 11.1',
    },
  }),
  ...area('List animals', 'animals', {
    'list.success': {
      level: 'stated',
      sections: [LIST],
      statement: 'Listing is answered with 200 and a bare array of Pet objects.',
    },
    'list.limit.accepted': {
      level: 'stated',
      sections: ['Limits', LIST],
      statement: 'Every limit from 1 to 100, both ends included, is answered with 200.',
    },
    'list.limit.respected': {
      level: 'stated',
      sections: ['Limits', LIST],
      statement: 'With limit=n a list holds at most n animals.',
    },
    'list.limit.default': {
      level: 'stated',
      sections: ['Limits', LIST],
      statement: 'Without a limit a list is what limit=20 gives.',
    },
    'list.limit.maximum': {
      level: 'implied',
      sections: ['Limits', LIST],
      statement: 'No integer limit, in range or out of it, brings more than 100 animals.',
      basis: 'The limit is the largest number of animals returned, and its maximum is 100.',
    },
    'list.limit.out-of-range': {
      level: 'advisory',
      statement: 'A limit below 1 or above 100 is refused with a 4xx Error or brought into range.',
      basis: 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a failure of the server',
    },
    'list.limit.not-integer': {
      level: 'advisory',
      statement: 'A limit that is no integer is refused with a 4xx Error or ignored.',
      basis: 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a failure of the server',
    },
    'list.status.accepted': {
      level: 'stated',
      sections: [LIST],
      statement: 'Filtering by each of the three statuses is answered with 200.',
    },
    'list.status.filter': {
      level: 'stated',
      sections: [LIST],
      statement: 'With status=s every animal in the list has exactly that status.',
    },
    'list.status.with-limit': {
      level: 'implied',
      sections: [LIST, 'Limits'],
      statement: 'Filter and limit hold together, and the limit counts matching animals only.',
      basis: 'Both parameters belong to the same operation, and the limit is on the animals returned.',
    },
    'list.status.unknown': {
      level: 'advisory',
      statement: 'A status outside the three is refused with a 4xx Error or answered with a valid list.',
      basis: 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a failure of the server',
    },
    'list.complete': {
      level: 'implied',
      sections: [LIST, 'Limits'],
      statement: 'A page that is shorter than its limit holds every animal known to exist that matches.',
      basis: 'The list returns the animals up to its limit, and there is no other paging control.',
    },
    'list.agrees': {
      level: 'implied',
      sections: [RESOURCES, LIST],
      statement: 'An animal in a list has the values that it was created with.',
      basis: 'A Pet has the fields of the NewPet that was added, and no operation changes one.',
    },
    'list.distinct': {
      level: 'implied',
      sections: [RESOURCES, LIST],
      statement: 'No id stands twice in one list.',
      basis: 'The id of an animal is unique, and a list is a list of animals.',
    },
  }),
  ...area('Add an animal', 'animals', {
    'create.success': {
      level: 'stated',
      sections: [ADD],
      statement: 'A valid body is answered with 201 and a Pet.',
    },
    'create.id.assigned': {
      level: 'stated',
      sections: [RESOURCES],
      statement: 'The Pet of a 201 has an integer id within int64.',
    },
    'create.id.unique': {
      level: 'stated',
      sections: [RESOURCES],
      statement: 'No two animals get the same id, not even when they are added at the same moment.',
    },
    'create.id.by-service': {
      level: 'implied',
      sections: [RESOURCES],
      statement: 'An id in the request body does not become the id of the animal.',
      basis: 'The id is assigned by the service on creation, and NewPet has no id.',
    },
    'create.echo': {
      level: 'implied',
      sections: [RESOURCES],
      statement: 'The Pet of a 201 carries the submitted name, categoryId and status unchanged.',
      basis: 'A Pet has all the fields of the NewPet that it was made from.',
    },
    'create.int64': {
      level: 'implied',
      sections: [RESOURCES],
      statement: 'Any int64 categoryId that the service accepts comes back exactly, from every operation.',
      basis: 'categoryId is an int64, and a Pet has the fields of its NewPet.',
    },
    'create.status.optional': {
      level: 'stated',
      sections: [RESOURCES],
      statement: 'A body without status is accepted, and a status that the Pet then has is one of the three.',
    },
    'create.status.values': {
      level: 'stated',
      sections: [RESOURCES],
      statement: 'Each of the three statuses is accepted.',
    },
    'create.missing.name': {
      level: 'stated',
      sections: [ADD],
      statement: 'A body without name is answered with 400.',
    },
    'create.missing.category': {
      level: 'stated',
      sections: [ADD],
      statement: 'A body without categoryId is answered with 400.',
    },
    'create.invalid.name': {
      level: 'stated',
      sections: [ADD],
      statement: 'A name that is not a string is answered with 400.',
    },
    'create.invalid.category': {
      level: 'stated',
      sections: [ADD],
      statement: 'A categoryId that is not an integer of int64 is answered with 400.',
    },
    'create.invalid.status': {
      level: 'stated',
      sections: [ADD],
      statement: 'A status that is none of the three is answered with 400.',
    },
    'create.invalid.body': {
      level: 'stated',
      sections: [ADD],
      statement: 'An empty body, or JSON that is not an object, is answered with 400.',
    },
    'create.malformed-json': {
      level: 'implied',
      sections: ['Endpoints', ADD],
      statement: 'A body that is sent as application/json and that RFC 8259 rejects is answered with 400.',
      basis: 'Request bodies are JSON, and a body that cannot be read holds none of the required fields.',
    },
    'create.rejected-not-stored': {
      level: 'implied',
      sections: [ADD],
      statement: 'A request to add an animal that was answered with 400 stored nothing.',
      basis: 'A 400 says that the body was refused; only a 201 says that an animal was added.',
    },
    'create.media-type': {
      level: 'advisory',
      statement: 'A body that is sent as another media type is refused with a 4xx Error.',
      basis: 'RFC 9110, section 15.5.16',
    },
    'create.unknown-members': {
      level: 'advisory',
      statement: 'Members that NewPet does not have are ignored or refused with 400.',
      basis: 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a failure of the server',
    },
  }),
  ...area('Get an animal', 'animals', {
    'get.success': {
      level: 'stated',
      sections: [GET],
      statement: 'Getting a known animal is answered with 200 and the Pet whose id was asked for.',
    },
    'get.agrees': {
      level: 'implied',
      sections: [RESOURCES, GET],
      statement: 'The animal has the values that it was created with.',
      basis: 'A Pet has the fields of the NewPet that was added, and no operation changes one.',
    },
    'get.not-found': {
      level: 'stated',
      sections: [GET, 'Errors'],
      statement: 'A positive int64 id that no animal has is answered with 404.',
    },
    'get.int64': {
      level: 'implied',
      sections: [GET, RESOURCES],
      statement:
        'Ids are compared as whole int64 values: no other id reaches an animal by wrapping or rounding.',
      basis: 'The id is an int64 and unique, and the path names one animal by it.',
    },
    'get.invalid-id': {
      level: 'advisory',
      statement: 'An id that is not an int64 is refused with a 4xx Error.',
      basis: 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a failure of the server',
    },
    'get.removed': {
      level: 'stated',
      sections: ['Versioning', GET],
      statement: 'Getting an animal works before 5 December 2030 and is gone after that day.',
    },
    'get.deprecation': {
      level: 'advisory',
      statement: 'The answer announces the removal in a Deprecation or Sunset header.',
      basis: 'RFC 9745 and RFC 8594',
    },
  }),
  ...area('Robustness', 'animals', {
    'robust.no-5xx': {
      level: 'advisory',
      statement: 'No request of the whole run was answered with a 5xx.',
      basis: 'RFC 9110, section 15.6: a 5xx says that the server knows that it failed',
    },
  }),
  ...area('Messages', 'messages', {
    'messages.success': {
      level: 'stated',
      sections: ['Quickstart message request'],
      statement: 'A message is answered with a 2xx and the strings id, message, status and createdAt.',
    },
    'messages.created-at': {
      level: 'stated',
      sections: ['Quickstart message request'],
      statement: 'createdAt is an ISO 8601 timestamp.',
    },
    'messages.media': {
      level: 'stated',
      sections: ['Endpoints'],
      statement: 'The success answer is application/json.',
    },
    'messages.invalid-json': {
      level: 'stated',
      sections: ['Errors'],
      statement: 'A body that is not JSON is answered with 400.',
    },
    'messages.missing': {
      level: 'stated',
      sections: ['Errors'],
      statement: 'A body without message is answered with 400.',
    },
    'messages.content-type': {
      level: 'stated',
      sections: ['Errors'],
      statement: 'A content type other than application/json, or none, is answered with 400.',
    },
    'messages.invalid': {
      level: 'advisory',
      statement: 'A message that is not a string is refused with a 4xx.',
      basis: 'RFC 9110, section 15.5: what a client got wrong is a 4xx, not a success',
    },
    'messages.auth.missing': {
      level: 'stated',
      sections: ['Errors'],
      statement: 'A request without an Authorization header is answered with 401.',
    },
    'messages.auth.invalid': {
      level: 'stated',
      sections: ['Errors'],
      statement: 'A bearer token that is not a valid key is answered with 401.',
    },
    'messages.auth.malformed': {
      level: 'stated',
      sections: ['Errors'],
      statement: 'An Authorization header that does not have the bearer form is answered with 401.',
    },
    'messages.echo': {
      level: 'advisory',
      statement: 'The message in the answer is the one that was sent.',
      basis: 'plain good practice: an acknowledgement names what it acknowledges',
    },
    'messages.error-object': {
      level: 'advisory',
      statement: 'Error answers have the Error object too.',
      basis: 'plain good practice: one error shape (the document promises it for the animals interface only)',
    },
  }),
} as const satisfies Record<string, RequirementText>;
