import { aFunction, checkMembers, type Form, type Forms, listOf, optional } from './checkMembers.js'
import { describeFound } from './describeFound.js'
import { check, type TestFunction } from './suite.js'

/** Registers one test of a group. */
export type GroupTest<Group extends string> = (
  group: Group,
  name: string,
  run: () => Promise<void> | void,
) => void

interface SuiteOptions<Group extends string> {
  readonly test: TestFunction
  readonly skip?: readonly Group[]
}

interface SuiteForm<Group extends string> {
  /** The suite's function. */
  readonly suite: string
  readonly groups: Readonly<Record<Group, true>>
  /** Options beside `test`, `create` and `skip`. */
  readonly forms: Forms
}

/** Milliseconds. Timers take no more, and would run at once. */
const longestLimit = 2 ** 31 - 1

/** A limit that never comes would let a suite hang, and one that has passed would fail whatever answers. */
export const aTimeLimit: Form = optional({
  is: (value) => typeof value === 'number' && value > 0 && value <= longestLimit,
  words: `a number of milliseconds above 0 and not above ${longestLimit}`,
})

/**
 * Checks a suite's options, and registers its tests but for the groups that are switched off.
 *
 * @throws Error that names the option; or one that says that no test is left, which a runner might take for success.
 */
export function registerSuite<Group extends string>(
  { suite, groups, forms }: SuiteForm<Group>,
  options: SuiteOptions<Group>,
  register: (test: GroupTest<Group>) => void,
): void {
  const common: Forms = {
    test: { ...aFunction, words: 'the function `test` of your runner' },
    create: { ...aFunction, words: 'a function that makes what is tested' },
    skip: optional(listOf(Object.keys(groups))),
  }
  const known = [...Object.keys(common), ...Object.keys(forms)]
  const mend = `write \`${suite}({ test, create: () => … })\`, with these options: ${known.join(', ')}`
  check(
    typeof options === 'object' && options !== null,
    `${suite}() to be given options, found ${describeFound(options)}`,
    mend,
  )
  checkMembers(`${suite}()`, options, { ...common, ...forms }, mend)
  const stranger = Object.keys(options).find((name) => !known.includes(name))
  check(stranger === undefined, `${suite}() to know its options, found \`${stranger}\``, mend)
  let count = 0
  register((group, name, run) => {
    if (options.skip?.includes(group)) return
    count += 1
    options.test(name, run)
  })
  check(count > 0, `${suite}() to have a test left, found none`, 'take a group out of `skip`')
}
