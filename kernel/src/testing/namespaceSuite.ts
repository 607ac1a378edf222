import { admitCapability } from '../contracts/admitCapability.js'
import { Explorer } from '../contracts/capabilities/explorer.js'
import { Identities } from '../contracts/capabilities/identity.js'
import { checkNamespace } from '../contracts/checkNamespace.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { findCapability } from '../keys/capability.js'
import { checkMembers, type Forms, isText, namespaceForms, optional, texts } from './checkMembers.js'
import { describeFound } from './describeFound.js'
import { type GroupTest, registerSuite } from './registerSuite.js'
import { made } from './withHarness.js'
import { check, type TestFunction } from './suite.js'

export type NamespaceSuiteGroup = 'networks' | 'addresses' | 'capabilities'

const groups: Readonly<Record<NamespaceSuiteGroup, true>> = {
  networks: true,
  addresses: true,
  capabilities: true,
}

const isPair = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isText)

const forms: Forms = {
  valid: {
    is: (value) => texts.is(value) && Array.isArray(value) && value.length > 0,
    words: 'a list of addresses, with one at least',
  },
  invalid: {
    is: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
    words: 'a list of texts that are no addresses, with one at least',
  },
  same: optional({
    is: (value) => Array.isArray(value) && value.every(isPair),
    words: 'a list of pairs of addresses',
  }),
}

export interface NamespaceSuiteOptions {
  readonly test: TestFunction
  create(): NamespaceContribution
  /** Addresses a person may enter. */
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
  /** Pairs that name one account in two forms. */
  readonly same?: readonly (readonly [string, string])[]
  /** Groups to leave out, by name. */
  readonly skip?: readonly NamespaceSuiteGroup[]
}

const nonsense = ['', ' ', '\u0000', '<script>', '0x', 'null', '%00', '💩', 'a'.repeat(10_000)]

const rule =
  'compare by the rule of the chain, true for two forms of one account and false for everything else'

/** Registers what every namespace must do, whichever chains it is for. */
export function namespaceSuite(options: NamespaceSuiteOptions): void {
  registerSuite({ suite: 'namespaceSuite', groups, forms }, options, (test) => {
    const create = () => {
      const namespace = made(() => options.create(), 'return the namespace, and touch nothing outside')
      const mend = 'return the namespace that the plugin adds, without `async`'
      checkMembers('what create() returns', namespace, namespaceForms, mend)
      return namespace
    }
    testAddresses({ ...options, create }, test)
    testCapabilities({ ...options, create }, test)
  })
}

function testAddresses(options: NamespaceSuiteOptions, test: GroupTest<NamespaceSuiteGroup>): void {
  const { create, valid, invalid, same = [] } = options

  test('networks', 'lists networks the kernel accepts', () => checkNamespace(create()))

  test('addresses', 'accepts the addresses of its chains and no others', () => {
    const both = invalid.find((value) => valid.includes(value))
    check(
      both === undefined,
      `an address to be valid or invalid, found "${both}" in both lists of the test`,
      'take it out of the one where it doesn’t belong',
    )
    const { isAddress } = rulesOf(create())
    // Twice: a pattern that keeps its place answers something else the second time.
    for (const value of [...valid, ...valid]) {
      check(isAddress(value) === true, `"${value}" to be an address`, 'return true for it each time')
    }
    for (const value of [...invalid, ...nonsense]) {
      check(
        isAddress(value) === false,
        `"${value.slice(0, 80)}" to be no address`,
        'return false for what is none',
      )
    }
  })

  test('addresses', 'compares addresses by the rule of its chains, whatever it is given', () => {
    const { isSameAddress } = rulesOf(create())
    for (const [index, value] of valid.entries()) {
      check(isSameAddress(value, value) === true, `"${value}" to be the same as itself`, rule)
      for (const other of valid.slice(index + 1)) {
        const paired = same.some((pair) => pair.includes(value) && pair.includes(other))
        check(
          isSameAddress(value, other) === paired,
          `"${value}" and "${other}" to be ${paired ? 'one' : 'two'}`,
          rule,
        )
      }
      for (const other of [...invalid, ...nonsense]) {
        check(
          isSameAddress(value, other) === false,
          `"${value}" to differ from "${other.slice(0, 80)}"`,
          rule,
        )
      }
    }
    for (const [left, right] of same) {
      check(isSameAddress(left, right) === true, `"${left}" and "${right}" to be the same account`, rule)
      check(isSameAddress(right, left) === true, `"${right}" and "${left}" to be the same account`, rule)
    }
  })
}

/** Returns the rules of addresses, with a sentence about what they throw. */
function rulesOf(namespace: NamespaceContribution) {
  const told = (name: 'isAddress' | 'isSameAddress', given: readonly string[], ask: () => boolean) => {
    try {
      return ask()
    } catch (cause) {
      const call = `${name}(${given.map((value) => `"${value.slice(0, 80)}"`).join(', ')})`
      const mend = 'return false for what is no address'
      throw new Error(`Expected ${call} to return true or false, found ${describeFound(cause)}: ${mend}.`, {
        cause,
      })
    }
  }
  return {
    isAddress: (value: string) => told('isAddress', [value], () => namespace.isAddress(value)),
    isSameAddress: (left: string, right: string) =>
      told('isSameAddress', [left, right], () => namespace.isSameAddress(left, right)),
  }
}

/** Checks the list of capabilities. `capabilitySuite` asks them. */
function testCapabilities(
  { create, valid }: NamespaceSuiteOptions,
  test: GroupTest<NamespaceSuiteGroup>,
): void {
  test('capabilities', 'carries each capability once, with its version', () => {
    const { capabilities } = create()
    const seen = new Set<symbol>()
    for (const { token } of capabilities) {
      check(!seen.has(token.symbol), `"${token.id}" to be there once`, 'add each capability once')
      seen.add(token.symbol)
      check(
        /\/\d+$/.test(token.id),
        `"${token.id}" to end with the version of its contract`,
        'write the id with its version, such as `example.greet/1`',
      )
    }
  })

  test('capabilities', 'has every function of each capability, and answers at once where it has to', () =>
    checkCapabilities(create(), valid),
  )
}

function checkCapabilities(
  { capabilities, networks }: NamespaceContribution,
  valid: readonly string[],
): void {
  const admitted = capabilities.map((entry) =>
    admitCapability(entry, (error) => {
      throw error
    }),
  )
  const explorer = findCapability(admitted, Explorer)
  const names = findCapability(admitted, Identities)
  for (const { id } of networks) {
    names?.supports?.(id)
    for (const address of valid) explorer?.addressUrl(id, address)
    explorer?.transactionUrl(id, 'unknown')
  }
}
