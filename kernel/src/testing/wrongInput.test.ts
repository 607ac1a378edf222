// A plugin's author writes options and harnesses by hand, and gets a sentence about each mistake, never a fault of the suite.
import { expect, it, describe } from 'vitest'
import { exampleAddresses, exampleNetworks } from './example/exampleAddress.js'
import { exampleCapabilityHarness, exampleConnectorHarness } from './example/exampleHarnesses.js'
import { exampleNamespace, examplePlugin } from './example/examplePlugin.js'
import { capabilitySuite, connectorSuite, namespaceSuite, pluginSuite } from './index.js'

type Options = Readonly<Record<string, unknown>>
type Suite = (options: unknown) => void

const suites: Readonly<Record<string, readonly [suite: Suite, right: Options]>> = {
  plugin: [pluginSuite as Suite, { create: () => examplePlugin() }],
  namespace: [
    namespaceSuite as Suite,
    { create: () => exampleNamespace(), valid: [exampleAddresses.own], invalid: ['ex1'] },
  ],
  connector: [
    connectorSuite as Suite,
    { create: () => exampleConnectorHarness(), namespace: 'example', networkIds: exampleNetworks },
  ],
  capability: [capabilitySuite as Suite, { create: () => exampleCapabilityHarness() }],
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype

const suiteOf = (name: string) => suites[name] ?? expect.fail(`There is no suite ${name}.`)

/** What a suite says of wrong options when it is called. */
function refusal(name: string, wrong?: Options): string {
  const [suite, right] = suiteOf(name)
  try {
    suite(wrong && { test: () => {}, ...right, ...wrong })
  } catch (error) {
    return String(error)
  }
  return 'nothing'
}

/** What the tests of a suite say, each sentence once. */
async function failures(name: string, wrong: Options): Promise<readonly string[]> {
  const [suite, right] = suiteOf(name)
  const tests: (() => unknown)[] = []
  suite({ test: (_: string, run: () => unknown) => tests.push(run), ...right, ...wrong })
  const said = new Set<string>()
  for (const run of tests) {
    try {
      await run()
    } catch (error) {
      said.add(String(error))
    }
  }
  return [...said]
}

describe('the options of a suite', () => {
  it.each(Object.keys(suites))('of %s are asked for where there are none', (name) => {
    expect(refusal(name)).toMatch(
      /^Error: Expected \w+\(\) to be given options, found undefined: write `\w+\(\{ test, create: \(\) => … \}\)`, with these options: test, create, skip/,
    )
  })

  it.each(
    Object.keys(suites).flatMap((name): [string, string, unknown][] => [
      [name, 'test', undefined],
      [name, 'test', { it: () => {} }],
      [name, 'create', undefined],
      [name, 'create', 'connector'],
      [name, 'skip', ['nonsense']],
      [name, 'skip', 'harness'],
    ]),
  )('of %s are told where `%s` is %j', (name, member, wrong) => {
    expect(refusal(name, { [member]: wrong })).toMatch(
      new RegExp(`^Error: Expected \`${member}\` of \\w+\\(\\) to be .+, found .+: write \`.+\\.$`),
    )
  })

  it.each<[string, string, readonly unknown[]]>([
    ['plugin', 'manifest', ['package.json', null]],
    ['plugin', 'imports', [['a']]],
    ['plugin', 'others', [[]]],
    ['plugin', 'timeLimit', [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '4000']],
    ['namespace', 'valid', [undefined, [], 'text', [5], ['']]],
    ['namespace', 'invalid', [undefined, [], 'text', [5]]],
    ['namespace', 'same', ['text', [5], [['a']]]],
    ['connector', 'namespace', [undefined, 5, '']],
    ['connector', 'networkIds', ['example:1', ['eip155:1'], ['example:'], [1]]],
    ['connector', 'isAddress', [5]],
    ['connector', 'timeLimit', [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '4000']],
    ['connector', 'lacks', [['nonsense'], 'reject']],
    ['capability', 'timeLimit', [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '4000']],
    ['capability', 'lacks', [['inputs.nonsense'], 'reject']],
  ])('of %s are told where `%s` is none of %j', (name, member, wrongs) => {
    for (const wrong of wrongs)
      expect(refusal(name, { [member]: wrong })).toMatch(
        new RegExp(`^Error: Expected \`${member}\` of ${name}Suite\\(\\) to be .+, found `),
      )
  })

  it('are told where one is misspelt, because what it asks for would be left out', () => {
    expect(refusal('connector', { networkId: 'example:1' })).toMatch(/to know its options, found `networkId`/)
  })

  it('are told where no test is left, which a runner may take for success', () => {
    expect(refusal('namespace', { skip: ['networks', 'addresses', 'capabilities'] })).toBe(
      'Error: Expected namespaceSuite() to have a test left, found none: take a group out of `skip`.',
    )
  })

  it('are right in the examples', () => {
    for (const name of Object.keys(suites)) expect(refusal(name, {})).toBe('nothing')
  })
})

describe('what `create` returns', () => {
  it.each([
    ['plugin', undefined, 'Expected create() to return a plugin or a list of plugins, found undefined'],
    ['plugin', Promise.resolve(), 'found a promise: return what `definePlugin` returned, without `async`'],
    ['namespace', undefined, 'Expected what create() returns to be an object, found undefined'],
    [
      'namespace',
      {},
      'Expected `networks` of what create() returns to be a list of networks, found undefined',
    ],
    [
      'namespace',
      Promise.resolve(exampleNamespace()),
      'Expected what create() returns to be an object, found a promise: return the namespace that the plugin adds, without `async`',
    ],
    [
      'connector',
      undefined,
      'Expected the harness to be an object, found undefined: mend it in what `create`',
    ],
    ['connector', {}, 'Expected `connector` of the harness to be an object, found undefined'],
    ['connector', { connector: {} }, 'Expected `readiness` of `connector` of the harness to be a function'],
    ['capability', undefined, 'Expected the harness to be an object, found undefined'],
    ['capability', {}, 'Expected `namespace` of the harness to be an object, found undefined'],
  ])('of %s is told where it is %j', async (name, made, sentence) => {
    // A new one for each test, as the suites ask.
    const create = () => (isPlain(made) ? { ...made } : made)
    const said = await failures(name, { create })
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(sentence)
  })

  it.each(Object.keys(suites))('of %s is told where it throws', async (name) => {
    const create = () => {
      throw new Error('no wallet here')
    }
    const said = await failures(name, { create })
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('Expected create() to work, found Error: no wallet here: return ')
  })

  it.each(['plugin', 'namespace'])('of %s is told where it is a promise that rejects', async (name) => {
    const said = await failures(name, { create: () => Promise.reject(new Error('no chain here')) })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/found a promise: return .+, without `async`\.$/)
  })

  it.each([
    ['networks', [null]],
    ['networks', ['example:1']],
    ['capabilities', [null]],
    ['capabilities', ['send']],
    ['capabilities', [{}]],
    ['capabilities', [{ token: 'send/1' }]],
  ])('of namespace is told where an entry of its `%s` is wrong: %j', async (member, wrong) => {
    const said = await failures('namespace', { create: () => ({ ...exampleNamespace(), [member]: wrong }) })
    expect(said.length).toBeGreaterThan(0)
    for (const sentence of said)
      expect(sentence).toMatch(
        new RegExp(`^Error: Expected \`${member}\` of what create\\(\\) returns to be a list of `),
      )
  })

  it.each(['isAddress', 'isSameAddress'])('of namespace is told where its `%s` throws', async (member) => {
    const wrong = () => {
      throw new TypeError('not today')
    }
    expect(
      await failures('namespace', { create: () => ({ ...exampleNamespace(), [member]: wrong }) }),
    ).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Error: Expected ${member}\\(.+\\) to return true or false, found TypeError: not today: .+\\.$`,
        ),
      ),
    ])
  })

  it.each(['connector', 'capability'])('of %s is told where it never comes', async (name) => {
    const said = await failures(name, { create: () => new Promise(() => {}), timeLimit: 1 })
    expect(said).toEqual([
      'Error: Expected create() to settle, and it still hung after 10 ms: return a new harness, and wait for nothing that may not come.',
    ])
  })

  it('is told where each test gets the same', async () => {
    const one = exampleConnectorHarness()
    expect(await failures('connector', { create: () => one })).toEqual([
      'Error: Expected create() to make a harness for each test, found the one of an earlier test: make the wallet and what it needs inside of `create`.',
    ])
  })
})

describe('a member of a harness', () => {
  it.each(['reject', 'hang', 'prompts', 'listeners', 'stop'])(
    '`%s` is told where it is no function',
    async (member) => {
      const said = await failures('connector', {
        create: () => ({ ...exampleConnectorHarness(), [member]: 5 }),
      })
      expect(said[0]).toContain(`Expected \`${member}\` of the harness to be a function, found 5: mend it in`)
    },
  )

  it('`hold` is told where it returns no function', async () => {
    const create = () => ({ ...exampleConnectorHarness(), hold: () => undefined })
    expect((await failures('connector', { create })).join()).toContain(
      'Expected hold() of the harness to return a function, found undefined',
    )
  })

  it('`stop` is told where it throws, and hides nothing that a test found', async () => {
    const stop = () => {
      throw new Error('it stays')
    }
    expect(await failures('connector', { create: () => ({ ...exampleConnectorHarness(), stop }) })).toEqual([
      'Error: Expected stop() of the harness to work, found Error: it stays: end what `create` started, and throw nothing.',
    ])
    const said = await failures('connector', { create: () => ({ connector: {}, stop }) })
    expect(said[0]).toContain('`readiness`')
  })

  it.each([
    ['receiver', 5],
    ['amount', 100],
    ['amount', '100'],
    ['amount', 0n],
    ['calls', 'all'],
    ['calls', [{}]],
    ['name', 'own.example'],
    ['transaction', '0x00'],
    ['collectible', 'one'],
  ])('`inputs.%s` is told where it is of the wrong kind', async (input, wrong) => {
    const create = () => {
      const harness = exampleCapabilityHarness()
      return { ...harness, inputs: { ...harness.inputs, [input]: wrong } }
    }
    const said = await failures('capability', { create })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(
      new RegExp(`^Error: Expected \`${input}\` of \`inputs\` of the harness to be .+: mend it in`),
    )
  })
})

describe('`decide` of a harness', () => {
  const of = (decide: () => unknown) => ({
    timeLimit: 60,
    create: () => ({ ...exampleCapabilityHarness(), decide }),
  })

  it('is told where it throws', async () => {
    const decide = () => {
      throw new Error('no block here')
    }
    expect(await failures('capability', of(decide))).toEqual([
      'Error: Expected decide() of the harness to work, found Error: no block here: have the chain take the transaction of this id, or refuse it, and settle once those who wait can know it.',
    ])
  })

  it('is told where it rejects', async () => {
    const said = await failures(
      'capability',
      of(() => Promise.reject(new Error('no block here'))),
    )
    expect(said).toEqual([
      expect.stringContaining('Expected decide() of the harness to work, found Error: no block here: have'),
    ])
  })

  it('is told where it never settles', async () => {
    expect(
      await failures(
        'capability',
        of(() => new Promise(() => {})),
      ),
    ).toEqual([
      'Error: Expected decide() of the harness to settle, and it still hung after 60 ms: have the chain take the transaction of this id, or refuse it, and settle once those who wait can know it.',
    ])
  })

  it('is told where it does nothing', async () => {
    const said = await failures(
      'capability',
      of(() => {}),
    )
    expect(said.length).toBeGreaterThan(3)
    for (const sentence of said) expect(sentence).toMatch(/^Error: Expected .+: .*`decide` of the harness/)
  })
})

describe('a member that steers', () => {
  it.each(['reject', 'hang', 'prompts', 'hold', 'fail', 'changeAccount', 'forget', 'network'])(
    '`%s` is told where it throws',
    async (member) => {
      const wrong = () => {
        throw new Error('out of reach')
      }
      const said = await failures('connector', {
        create: () => ({ ...exampleConnectorHarness(), [member]: wrong }),
      })
      expect(said).toEqual([
        `Error: Expected ${member}() of the harness to work, found Error: out of reach: mend it in what \`create\` returns.`,
      ])
    },
  )

  it('`changeAccount` is told where it never settles', async () => {
    const said = await failures('connector', {
      timeLimit: 60,
      create: () => ({ ...exampleConnectorHarness(), changeAccount: () => new Promise(() => {}) }),
    })
    expect(said).toEqual([
      'Error: Expected changeAccount() of the harness to settle, and it still hung after 60 ms: mend it in what `create` returns.',
    ])
  })

  it('`expire` is told where it does nothing', async () => {
    const said = await failures('capability', {
      timeLimit: 60,
      create: () => ({ ...exampleCapabilityHarness(), expire: () => {} }),
    })
    expect(said).toEqual([expect.stringContaining('`expire` of the harness')])
  })
})
