import { aFunction, anObject, aText, type Forms, isText, listOf, optional } from '../checkMembers.js'
import type { ConnectorSuiteOptions } from '../connectorSuite.js'
import { aTimeLimit } from '../registerSuite.js'
import { connectorMembers } from './testHarness.js'

/** The options of the suite. Networks have to be of the namespace that is tested. */
export function connectorForms(options: Partial<ConnectorSuiteOptions> | undefined): Forms {
  const prefix = `${options?.namespace}:`
  const isNetwork = (value: unknown) =>
    isText(value) && value.startsWith(prefix) && value.length > prefix.length
  return {
    namespace: { ...aText, words: 'a namespace of CAIP-2, such as "eip155"' },
    networkIds: optional({
      is: (value) => Array.isArray(value) && value.every(isNetwork),
      words: `a list of networks of the namespace, such as "${prefix}1"`,
    }),
    isAddress: optional(aFunction),
    timeLimit: aTimeLimit,
    lacks: optional(listOf(connectorMembers)),
  }
}

const steering = Object.fromEntries(connectorMembers.map((name) => [name, optional(aFunction)]))

export const harnessForms: Forms = { connector: anObject, ...steering, stop: optional(aFunction) }

/** What every test calls. Whether the rest is right is what the tests are for. */
export const contributionForms: Forms = {
  readiness: aFunction,
  connect: aFunction,
  prepare: optional(aFunction),
  restore: optional(aFunction),
  listen: optional(aFunction),
}
