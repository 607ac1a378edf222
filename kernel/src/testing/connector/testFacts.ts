import { isKernelError } from '../../errors/base.js'
import { describeFound } from '../describeFound.js'
import { answerInTime, check } from '../suite.js'
import type { ConnectorTests } from './runConnector.js'

const states: readonly unknown[] = ['installed', 'loadable', 'missing', 'unsupported']
/** Pictures that can run no script. */
const picture = /^(https:\/\/|data:image\/(?!svg\+xml[^,]*,.*<script)[\w.+-]+[;,])/i

/** Checks the facts that the list of wallets shows before the wallet is asked anything. */
export function testFacts({ test, options: { namespace } }: ConnectorTests): void {
  test(
    'facts',
    'says its id, name, group and namespaces, and shows a picture that runs nothing',
    async (run) => {
      const { id, name, group, namespaces, icon } = run.harness.connector
      for (const [member, value] of Object.entries({ id, name, group })) {
        check(
          typeof value === 'string' && value.trim() !== '',
          `\`${member}\` of the connector as text, found ${describeFound(value)}`,
          'give it one line of text',
        )
      }
      check(
        Array.isArray(namespaces) && namespaces.includes(namespace),
        `\`namespaces\` to name "${namespace}", found ${describeFound(namespaces)}`,
        'list every namespace that the wallet serves',
      )
      const drawn = typeof icon === 'function' ? await answerInTime('icon()', icon, run.limit) : icon
      check(
        drawn === undefined || (typeof drawn === 'string' && picture.test(drawn)),
        `an \`https:\` or \`data:image/…\` picture, found ${describeFound(drawn)}`,
        'leave the icon out, or give the address of a picture',
      )
    },
  )
}

/** Whether the wallet is there, as the list of wallets asks. */
export function testReadiness({ test }: ConnectorTests): void {
  test('readiness', 'says at once whether the wallet is there, and asks nobody', async ({ harness }) => {
    const { connector, prompts } = harness
    const before = prompts?.()
    let found: unknown
    try {
      found = connector.readiness()
      connector.readiness()
    } catch (error) {
      found = error
    }
    check(
      states.includes(found),
      `readiness() to return "installed", "loadable", "missing" or "unsupported", found ${describeFound(found)}`,
      'return one of the four words at once, and never throw',
    )
    check(
      prompts?.() === before,
      'nobody to be asked by readiness()',
      'look whether the wallet is there without asking it',
    )
  })

  test('readiness', 'says that a wallet is missing once it is gone, and connects to none', async (run) => {
    const { harness, connect } = run
    if (!harness.remove) return
    harness.remove()
    const found = harness.connector.readiness()
    check(
      found !== 'installed',
      `readiness() of a wallet that is gone to say so, found "${found}"`,
      'look for the wallet each time readiness() is called',
    )
    const { code } = await errorOf(connect)
    check(
      code !== undefined,
      'connect() without a wallet to reject with one of our errors',
      'throw a `ConnectorError` with the code `WALLET_NOT_FOUND`',
    )
  })
}

async function errorOf(connect: () => Promise<unknown>): Promise<{ readonly code?: string }> {
  try {
    await connect()
    return {}
  } catch (error) {
    return isKernelError(error) ? { code: error.code } : {}
  }
}
