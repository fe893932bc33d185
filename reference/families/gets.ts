import { changed, crash } from '../modify.ts';
import { familiesOf, sharesOf } from './define.ts';
import { petIds } from './which.ts';

export const getFamilies = [
  ...familiesOf('share', petIds, {
    'get-404': ['Does not find one in N animals.', 'get.success', changed('find', () => undefined)],
    'get-crash': [
      'Fails with 500 for one in N animals.',
      'get.success',
      changed('find', (animal) => animal && crash()),
      ['robust.no-5xx'],
    ],
  }),
  ...sharesOf('share', petIds, 'ids', {
    'get-id-off': ['get/id-of-another', 'get.agrees'],
    'get-name': ['get/name-lost'],
    'get-category': ['get/category-zero'],
    'get-without-name': ['member/get-name-dropped', 'get.agrees'],
    'unknown-nearest': ['get/unknown-nearest'],
    'unknown-crash': ['get/unknown-crash', 'get.int64'],
    'unknown-400': ['get/unknown-400', 'get.int64'],
    'id-wraps': ['get/wraps-at-2-32', 'get.not-found'],
    'bad-id-crash': ['get/invalid-id-crash'],
    'not-announced': ['get/not-announced'],
  }),
];
