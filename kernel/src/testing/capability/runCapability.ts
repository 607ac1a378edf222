import type { CapabilitySuiteGroup, CapabilitySuiteOptions } from '../capabilitySuite.js'
import { checkAnswer } from '../../contracts/checkAnswer.js'
import { isKernelError } from '../../errors/base.js'
import { findCapability } from '../../keys/capability.js'
import type { Token } from '../../keys/token.js'
import { unchecked } from '../../keys/unchecked.js'
import { describeFound } from '../describeFound.js'
import { checkMembers, namespaceForms } from '../checkMembers.js'
import { withHarness } from '../withHarness.js'
import { harnessForms, inputForms } from './capabilityForms.js'
import { answerInTime, check, defaultTimeLimit } from '../suite.js'
import type { CapabilityHarness } from './capabilityHarness.js'

/** The plugin's own answer, and the checked copy of it that the kernel gives features. */
export interface Asked<T> {
  readonly raw: T
  readonly answer: T
}

/** One test with a chain and a wallet of its own. */
export interface CapabilityRun {
  readonly harness: CapabilityHarness
  readonly limit: number
  find<T>(token: Token<T>): T | undefined
  /** Asks a function that opens no wallet, and checks its answer by the contract. */
  ask<T extends object, Name extends keyof T & string>(
    token: Token<T>,
    name: Name,
    ...given: readonly unknown[]
  ): Promise<Asked<AnswerOf<T[Name]>>>
  /** Asks a function that may open the wallet. */
  open<T extends object, Name extends keyof T & string>(
    token: Token<T>,
    name: Name,
    ...given: readonly unknown[]
  ): Promise<Asked<AnswerOf<T[Name]>>>
}

type AnswerOf<T> = NonNullable<T> extends (...given: never[]) => infer R ? Awaited<R> : never

export interface CapabilityTests {
  test(group: CapabilitySuiteGroup, name: string, body: (run: CapabilityRun) => Promise<void>): void
}

/** Runs a test with a chain and a wallet of its own. */
export async function runCapability(
  options: CapabilitySuiteOptions,
  seen: WeakSet<object>,
  body: (run: CapabilityRun) => Promise<void>,
): Promise<void> {
  const { timeLimit: limit = defaultTimeLimit } = options
  const source = { create: () => options.create(), forms: harnessForms, limit, seen }
  await withHarness(source, (harness) => {
    const mend = 'mend it in what `create` returns'
    checkMembers('`namespace` of the harness', harness.namespace, namespaceForms, mend)
    checkMembers('`inputs` of the harness', harness.inputs, inputForms, mend)
    return body(createRun(harness, limit))
  })
}

function createRun(harness: CapabilityHarness, limit: number): CapabilityRun {
  const find = <T>(token: Token<T>) => asGiven(findCapability(harness.namespace.capabilities, token))
  const open = (token: Token<object>, name: string, given: readonly unknown[]) =>
    askMember(find(token), { token, name, given, limit })
  const run = {
    harness,
    limit,
    find,
    open: (token: Token<object>, name: string, ...given: readonly unknown[]) => open(token, name, given),
    async ask(token: Token<object>, name: string, ...given: readonly unknown[]) {
      const before = harness.prompts?.()
      const asked = await open(token, name, given)
      checkUnopened(harness, before, `${name}() of "${token.id}"`)
      return asked
    },
  }
  return run as unknown as CapabilityRun
}

/** The capability as its plugin gave it, without the kernel's check of its answers. */
const asGiven = <T>(value: T | undefined): T | undefined =>
  ((value && Reflect.get(value, unchecked)) as T | undefined) ?? value

/** Checks that the wallet was not opened by a call. */
function checkUnopened(harness: CapabilityHarness, before: number | undefined, call: string): void {
  check(
    harness.prompts?.() === before,
    `${call} to open no wallet, found ${harness.prompts?.()} requests where there were ${before}`,
    'ask the wallet only when the person has pressed the button, in submit() or sign()',
  )
}

interface Question {
  readonly token: Token<object>
  readonly name: string
  readonly given: readonly unknown[]
  readonly limit: number
}

async function askMember(value: object | undefined, question: Question): Promise<Asked<unknown>> {
  const { token, name, given, limit } = question
  const member: unknown = value && Reflect.get(value, name)
  check(
    typeof member === 'function',
    `the function ${name}() of "${token.id}", found ${describeFound(member)}`,
    'implement every function of the contract that is not optional',
  )
  const raw = await answerOf(
    `${name}() of "${token.id}"`,
    () => Reflect.apply(member, value, given) as unknown,
    limit,
  )
  const asked = { id: token.id, name, given, value }
  return {
    raw,
    answer: checkForm(() => checkAnswer({ status: 'fulfilled', value: raw }, asked), token.id, name),
  }
}

/**
 * Asks what must work.
 *
 * @param hint What to do where it hangs.
 */
export async function answerOf<T>(
  call: string,
  ask: () => Promise<T> | T,
  limit: number,
  hint?: string,
): Promise<T> {
  let failure: unknown
  const answer = await answerInTime(
    call,
    async () => {
      try {
        return { value: await ask() }
      } catch (error) {
        failure = error
        return undefined
      }
    },
    limit,
    hint,
  )
  check(answer, `${call} to work, found ${describeFound(failure)}`, 'answer what the harness says that works')
  return answer.value
}

/** Says what is wrong with the form of an answer in one sentence. */
function checkForm<T>(read: () => T, id: string, name: string): T {
  try {
    return read()
  } catch (error) {
    throw new Error(formSentence(error, id, name))
  }
}

function formSentence(error: unknown, id: string, name: string): string {
  const meta = isKernelError(error) ? (error.metaMessages ?? []) : []
  const told = meta.map((line) => line.replace(/\.$/, '').replace(/^Received: /, 'found ')).join(', ')
  const what = told || `of "${id}", ${name}(): an answer of its form, found ${describeFound(error)}`
  const sentence = what.startsWith('Expected') ? what : `Expected ${what}`
  return `${sentence}: answer ${name}() of "${id}" by its contract, every amount as a bigint in the smallest unit.`
}

/**
 * Returns the code of a call that must fail by one of our errors.
 *
 * @param hint What to do where it succeeds, or hangs.
 */
export async function codedFailure(
  ask: () => Promise<unknown>,
  call: string,
  limit: number,
  hint?: string,
): Promise<string> {
  let failure: unknown
  let isFailed = false
  try {
    await answerInTime(call, ask, limit, hint)
  } catch (error) {
    failure = error
    isFailed = true
  }
  const mend = hint ?? 'refuse what can’t work before a person approves it'
  check(isFailed, `${call} to reject, and it succeeded`, mend)
  check(
    isKernelError(failure),
    `one of our errors of ${call}, found ${describeFound(failure)}`,
    'throw a `BaseError` with a stable code, and keep what the wallet or the node said as its cause',
  )
  return failure.code
}
