import { defineCheck, type Check } from '../src/kit/check.ts';
import { writeJson } from '../src/json/json.ts';
import { isSuccess, STATUSES, type CreateReply } from '../src/kit/replies.ts';
import { blamed, isRefused, plainCreates, shown, withStatus } from './plain-creates.ts';
import { nothing, statusText } from './trials.ts';

const optional = defineCheck({
  id: 'create/without-status',
  title: 'plain animals without a status',
  decides: ['create.status.optional'],
  stage: 'invariant',
  over: ['create/*'],
  pulls: [],
  needs: ['create'],
  probe: async (lab) => {
    const all = plainCreates(lab);
    const without = withStatus(all, undefined);
    const refused = without.find(
      (reply) => !isSuccess(reply.answer) && blamed(reply, all) === 'create.status.optional',
    );
    if (refused !== undefined) {
      await lab.confirm('create.status.optional', refused, isRefused, {
        message: `an animal without a status was answered with ${statusText(refused)}, while others were accepted`,
        expected: '201 with a Pet: status is not required',
        actual: statusText(refused),
        input: shown(refused),
      });
      return;
    }
    const accepted = without.filter((reply) => reply.pet !== undefined);
    const isOdd = (reply: CreateReply) => {
      const status = reply.pet?.['status'];
      return status !== undefined && !STATUSES.some((one) => one === status);
    };
    const odd = accepted.find(isOdd);
    if (odd?.pet !== undefined) {
      const status = writeJson(odd.pet['status'] ?? null);
      await lab.confirm('create.status.optional', odd, isOdd, {
        message: `an animal that was added without a status came back with status ${status}`,
        expected: 'no status, or one of available, pending, sold',
        actual: `status ${status}`,
        input: shown(odd),
      });
    } else if (accepted.length > 0) {
      lab.held('create.status.optional', 'animals without a status were accepted', ...accepted.slice(0, 3));
    } else nothing(lab, 'create.status.optional', without);
  },
});

const values = defineCheck({
  id: 'create/each-status',
  title: 'plain animals with each of the three statuses',
  decides: ['create.status.values'],
  stage: 'invariant',
  over: ['create/*'],
  pulls: [],
  needs: ['create'],
  probe: async (lab) => {
    const all = plainCreates(lab);
    for (const status of STATUSES) {
      const asked = withStatus(all, status);
      const refused = asked.find(
        (reply) => !isSuccess(reply.answer) && blamed(reply, all) === 'create.status.values',
      );
      if (refused !== undefined) {
        await lab.confirm('create.status.values', refused, isRefused, {
          message: `an animal with status ${status} was answered with ${statusText(refused)}, while others were accepted`,
          expected: '201 with a Pet',
          actual: statusText(refused),
          input: shown(refused),
        });
        continue;
      }
      const accepted = asked.filter((reply) => isSuccess(reply.answer));
      if (accepted.length > 0)
        lab.held(
          'create.status.values',
          `an animal with status ${status} was accepted`,
          ...accepted.slice(0, 1),
        );
      else nothing(lab, 'create.status.values', asked);
    }
  },
});

export const createStatusChecks: readonly Check[] = [optional, values];
