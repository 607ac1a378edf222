import { describeFound } from './describeFound.js'
import { answerInTime } from './suite.js'

/** Says what a member of a harness has to do, as the end of a sentence. */
const duties: Readonly<Record<string, string>> = {
  decide:
    'have the chain take the transaction of this id, or refuse it, and settle once those who wait can know it',
  expire: 'let the time of the transaction pass, and settle once those who wait can know it',
}

const ownDuty = 'mend it in what `create` returns'

/**
 * Returns the harness with a name for each of its faults: a member that throws, or never settles, is told as a mistake of the harness and
 * is never taken for one of the plugin.
 *
 * @param members The names of those that steer the wallet and the chain.
 * @param limit Milliseconds that each of them may take.
 */
export function steerable<Harness extends object>(
  harness: Harness,
  members: readonly string[],
  limit: number,
): Harness {
  const read = (_: object, name: string | symbol): unknown => {
    const member: unknown = Reflect.get(harness, name)
    if (typeof member !== 'function' || typeof name !== 'string' || !members.includes(name)) return member
    return (...given: readonly unknown[]) => steer(name, () => Reflect.apply(member, harness, given), limit)
  }
  // Of an object of its own: what a frozen one has, no proxy may change.
  return new Proxy({}, { get: read }) as Harness
}

function steer(name: string, call: () => unknown, limit: number): unknown {
  const duty = duties[name] ?? ownDuty
  const fail = (cause: unknown): never => {
    const found = describeFound(cause)
    throw new Error(`Expected ${name}() of the harness to work, found ${found}: ${duty}.`, { cause })
  }
  try {
    const made = call()
    if (!(made instanceof Promise)) return made
    return answerInTime(`${name}() of the harness`, () => made.catch(fail), limit, duty)
  } catch (cause) {
    return fail(cause)
  }
}
