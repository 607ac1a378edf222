import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createRecoveryCode,
  createWallet,
  deriveKeys,
  type DeviceRecord,
  openWallet,
  recoverWallet,
  type Recovery,
  type SentSplit,
  type Addresses,
  type VaultPorts,
} from './index.js'

/** What the run of all attacks gives one property; 0 for no bound. */
const seconds = Number(process.env['ATTACK_SECONDS'] ?? '0')
const rounds = (usual: number) => usual * Number(process.env['ATTACK_ROUNDS'] ?? '1')

/** The page, or the service, ended. */
class Killed extends Error {}

/** A service that keeps what it was told, as the real one does: all of a call or nothing. */
function createServer() {
  let wallet: Addresses | null = null
  const splits = new Map<string, SentSplit>()
  return {
    splits,
    exists: () => wallet !== null,
    read: async () => ({ wallet, splits: [...splits.values()] }),
    async create({ addresses, split }: { addresses: Addresses; split: SentSplit }) {
      if (wallet !== null && !splits.has(split.id)) throw new Error('conflict')
      wallet = addresses
      splits.set(split.id, split)
    },
    async addSplit(split: SentSplit) {
      splits.set(split.id, split)
    },
    async share(id: string) {
      const split = splits.get(id)
      if (!split) throw new Error('not found')
      return split.share
    },
    recoveries: async () =>
      [...splits.values()].flatMap(({ id, recoveries }) =>
        recoveries.map((each: Recovery) => ({ ...each, split: id })),
      ),
  }
}

function createStore() {
  const records = new Map<string, DeviceRecord>()
  return {
    records,
    list: async () => [...records.values()],
    put: async (record: DeviceRecord) => void records.set(record.split, record),
    // For a service that takes no more splits, which this one isn't.
    hold: () => Promise.reject(new Error('There is room.')),
    remove: async (split: string) => void records.delete(split),
  }
}

/** Ends everything at the given step: before it is done, or after it was done and before anybody learns of it. */
function killAt<Port extends object>(port: Port, fuse: { left: number; isAfter: boolean }): Port {
  return new Proxy(port, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        fuse.left -= 1
        if (fuse.left === 0 && !fuse.isAfter) throw new Killed()
        const answer = await value.apply(target, args)
        if (fuse.left === 0) throw new Killed()
        return answer
      }
    },
  })
}

const survive = async <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  work.catch((error) => {
    if (error instanceof Killed) return undefined
    throw error
  })

test('a wallet that is killed at any point, on any of its devices, can be opened and recovered', async () => {
  const step = fc.record({
    device: fc.integer({ min: 0, max: 2 }),
    killAfter: fc.integer({ min: 1, max: 9 }),
    isAfter: fc.boolean(),
    isStorageLost: fc.boolean(),
  })
  let killed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const server = createServer()
      const devices = [createStore(), createStore(), createStore()]
      /** Codes that a person has written down. */
      const kept: string[] = []
      let address: string | undefined

      /** What the frame does when a person comes: open, else make, else recover. */
      const visit = async (ports: VaultPorts): Promise<Uint8Array> => {
        try {
          const opened = await openWallet(ports)
          if (opened) return opened
          const code = createRecoveryCode()
          return await createWallet(ports, { kind: 'code', code }, async () => void kept.push(code))
        } catch (error) {
          if ((error as { code?: string }).code !== 'recovery_needed') throw error
          return recoverWallet(ports, { kind: 'code', code: kept.at(-1) as string })
        }
      }

      for (const { device, killAfter, isAfter, isStorageLost } of steps) {
        const store = devices[device] as ReturnType<typeof createStore>
        if (isStorageLost) store.records.clear()
        const fuse = { left: killAfter, isAfter }
        const entropy = await survive(visit({ server: killAt(server, fuse), store: killAt(store, fuse) }))
        if (entropy === undefined) killed += 1
        else {
          const { evm } = deriveKeys(entropy).addresses
          address ??= evm
          expect(evm).toBe(address)
        }
        if (!server.exists()) continue
        // From a device that never saw the wallet, with what the person wrote down last.
        const fresh = await recoverWallet(
          { server, store: createStore() },
          { kind: 'code', code: kept.at(-1) as string },
        )
        const { evm } = deriveKeys(fresh).addresses
        address ??= evm
        expect(evm).toBe(address)
        // And from every device that still has its storage and a split of its own.
        for (const { records } of devices) {
          const store2 = createStore()
          for (const record of records.values()) await store2.put(record)
          if ([...records.keys()].some((id) => server.splits.has(id))) {
            expect(
              deriveKeys((await openWallet({ server, store: store2 })) as Uint8Array).addresses.evm,
            ).toBe(address)
          }
        }
      }
    }),
    { numRuns: rounds(20), ...(seconds > 0 && { interruptAfterTimeLimit: seconds * 1_000 }) },
  )
  expect(killed).toBeGreaterThan(0)
}, 120_000)

test('nobody but the frame ever holds two shares', async () => {
  const server = createServer()
  const store = createStore()
  const code = createRecoveryCode()
  await createWallet({ server, store }, { kind: 'code', code })
  const [record] = await store.list()
  const [split] = server.splits.values()
  expect(record?.share).not.toBe(split?.share)
  // The third share is in neither place but sealed, and the code that opens it is in none of them.
  for (const held of [JSON.stringify(record), JSON.stringify(split)]) expect(held).not.toContain(code)
  expect(Object.keys(record ?? {}).sort()).toEqual(['addresses', 'recoveries', 'share', 'split'])
  expect(Object.keys(split ?? {}).sort()).toEqual(['id', 'recoveries', 'share'])
})
