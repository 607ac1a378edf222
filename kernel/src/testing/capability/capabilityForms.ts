import {
  aFunction,
  anObject,
  aText,
  type Form,
  type Forms,
  isText,
  listOf,
  optional,
} from '../checkMembers.js'
import { aTimeLimit } from '../registerSuite.js'
import { capabilityMembers } from './testHarness.js'

export const capabilityForms: Forms = { timeLimit: aTimeLimit, lacks: optional(listOf(capabilityMembers)) }

const steering = capabilityMembers.filter((name) => !name.startsWith('inputs.'))

export const harnessForms: Forms = {
  namespace: anObject,
  networkId: { ...aText, words: 'the CAIP-2 id of a network, such as "eip155:1"' },
  account: anObject,
  inputs: anObject,
  ...Object.fromEntries(steering.map((name) => [name, optional(aFunction)])),
  stop: optional(aFunction),
}

const anAddress: Form = optional({ ...aText, words: 'an address as a text' })

export const inputForms: Forms = {
  receiver: anAddress,
  amount: optional({
    is: (value) => typeof value === 'bigint' && value > 0n,
    words: 'a bigint above 0 in the coin’s smallest unit, such as 1000n',
  }),
  calls: optional({
    is: (value) => Array.isArray(value) && value.length > 1,
    words: 'a list of two calls at least',
  }),
  token: anAddress,
  noToken: anAddress,
  name: optional({
    is: (value) =>
      typeof value === 'object' &&
      value !== null &&
      isText(Reflect.get(value, 'name')) &&
      isText(Reflect.get(value, 'address')),
    words: 'an object with a `name` and the `address` that it stands for',
  }),
  transaction: optional({ is: (value) => value instanceof Uint8Array, words: 'a Uint8Array' }),
  noTransaction: optional({ ...aText, words: 'the id of a transaction as a text' }),
  collectible: optional(anObject),
}
