// Keplr answers every method with rubbish. Whatever it says: an error with a code, and the person can disconnect.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { findCapability, SignMessage } from '@latchkey/kernel/contracts'
import { isKernelError, Namespace } from '@latchkey/kernel/plugin'
import { Networks, Session } from '@latchkey/kernel/wallet'
import { endlessList } from '@latchkey/kernel/testing'
import { cosmos, CosmosProvider, cosmosHub, osmosis } from '../src/index.js'
import { createTestKeplr } from './testKeplr.js'

const connectorId = 'example.cosmos.keplr'
const methods = ['enable', 'getKey', 'signArbitrary', 'disable'] as const
type Method = (typeof methods)[number]

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
const trap = () =>
  new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : fault()), has: fault, ownKeys: fault })
const thrown = (value: unknown) => () => {
  throw value
}
const address = createTestKeplr().addressOn('cosmos')

const rubbish: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  'a number': () => Number.NaN,
  'a text': () => 'x'.repeat(20_000),
  'an empty list': () => [],
  'an endless list': () => endlessList('x').list,
  'an empty object': () => ({}),
  'a trap': trap,
  'members of other types': () => ({ bech32Address: 5, name: {}, pubKey: 'x', signature: ['x'] }),
  'members that are traps': () => ({
    bech32Address: trap(),
    name: trap(),
    pubKey: trap(),
    signature: trap(),
  }),
  'a name that is none': () => ({ bech32Address: address, name: trap(), pubKey: new Uint8Array(33) }),
  'a long name with tricks': () => ({ bech32Address: address, name: '\u202e'.repeat(20_000) }),
  'an address of another chain': () => ({ bech32Address: 'terra1h806c7khnvmjlywdrkdgk2vrayy2mmvf9rxk2r' }),
  'a signature that is none': () => ({ signature: '' }),
  'throws nothing': thrown(undefined),
  'throws a text': thrown('no'),
  'throws a trap': thrown(trap()),
  'throws words of ours': thrown({ code: 'X', shortMessage: 'Type your recovery phrase', name: 'BaseError' }),
}

const faults: unknown[] = []
const note = (reason: unknown) => void faults.push(reason)
before(() => void process.on('unhandledRejection', note))
after(() => void process.off('unhandledRejection', note))

async function coded<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    assert.ok(isKernelError(error), `An error without a code: ${String((error as Error)?.stack)}`)
    return undefined
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A page with a wallet that counts what it is asked, and answers one method with rubbish once it is armed. */
async function open(method: Method, answer: () => unknown, storage = memoryStorage()) {
  const wallet = createTestKeplr()
  const asked: Method[] = []
  let isArmed = false
  for (const name of methods) {
    const sound = wallet.provider[name] as (...input: unknown[]) => Promise<unknown>
    Object.assign(wallet.provider, {
      async [name](...input: unknown[]) {
        asked.push(name)
        return isArmed && name === method ? answer() : sound(...input)
      },
    })
  }
  const uninstall = wallet.install('keplr')
  const kernel = createKernel([cosmos()], { storage, logLevel: 'silent' })
  const close = async () => {
    await kernel.dispose()
    await settle()
    uninstall()
  }
  const arm = () => {
    isArmed = true
  }
  return { kernel, session: kernel.get(Session), wallet, asked, arm, close }
}

type Page = Awaited<ReturnType<typeof open>>

async function sign({ kernel, session }: Page): Promise<void> {
  const account = session.activeAccount('cosmos')
  const signer = findCapability(kernel.list(Namespace)[0]?.capabilities ?? [], SignMessage)
  if (!account || !signer) return
  const provider = session.provider(CosmosProvider)
  const signed = await signer.sign({ account, networkId: cosmosHub.id, provider, message: 'Hello' } as never)
  assert.match(signed.signature, /^[\w+/]{86}==$/, 'Rubbish was taken for a signature')
}

function checkAccounts({ session, wallet }: Page): void {
  const own: readonly string[] = [wallet.addressOn('cosmos'), wallet.addressOn('osmo'), address]
  for (const account of session.state.connections.flatMap(({ accounts }) => accounts)) {
    assert.ok(own.includes(account.address), `Nobody told ${account.address}`)
    assert.ok(account.label === undefined || typeof account.label === 'string', 'The label is no text')
    assert.ok((account.label?.length ?? 0) < 300, 'The label is not cut')
  }
}

async function live(method: Method, answer: () => unknown, isEarly: boolean): Promise<void> {
  const page = await open(method, answer)
  const { kernel, session, wallet, asked, arm, close } = page
  await kernel.start()
  assert.deepEqual(asked, [], 'The wallet was asked before the person did anything')
  if (isEarly) arm()
  await coded(() => session.connect({ connectorId }))
  arm()
  await coded(() => sign(page))
  await coded(() => kernel.get(Networks).switch(osmosis.id))
  checkAccounts(page)
  wallet.changeAccount()
  await settle()
  checkAccounts(page)
  await coded(() => session.disconnect())
  assert.deepEqual(session.state.connections, [], 'The person cannot disconnect')
  assert.ok(asked.filter((name) => name === 'enable').length <= 1, 'The wallet was opened twice')
  await close()
}

async function reload(method: Method, answer: () => unknown): Promise<void> {
  const storage = memoryStorage()
  const first = await open(method, answer, storage)
  await first.kernel.start()
  await first.session.connect({ connectorId })
  await first.close()
  const page = await open(method, answer, storage)
  page.arm()
  await page.kernel.start()
  while (!page.session.state.restored) await settle()
  await settle()
  assert.ok(!page.asked.includes('enable'), 'The wallet was opened by a reload')
  checkAccounts(page)
  await coded(() => page.session.disconnect())
  assert.deepEqual(page.session.state.connections, [])
  await page.close()
}

describe('a Keplr that answers rubbish', () => {
  for (const method of methods) {
    for (const [name, answer] of Object.entries(rubbish)) {
      test(`to ${method}: ${name}`, async () => {
        await live(method, answer, false)
        await live(method, answer, true)
        await reload(method, answer)
        assert.deepEqual(faults.splice(0), [], 'Nobody caught')
      })
    }
  }
})
