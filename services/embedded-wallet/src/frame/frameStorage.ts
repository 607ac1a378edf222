import { type AccountType, accountTypes } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { DeviceRecord, DeviceStore } from '../keys/index.js'
import { createPermissionRecords } from './evm/permissions/permissionRecords.js'
import { createCallRecords } from './evm/sentCalls.js'

const record = z.object({
  split: z.string(),
  addresses: z.object({ evm: z.string(), solana: z.string() }),
  share: z.string(),
  recoveries: z.array(z.object({ kind: z.enum(['code', 'passkey']), sealed: z.string() })),
})
const session = z.object({ person: z.string(), refresh: z.string(), next: z.optional(z.string()) })
export type StoredSession = z.infer<typeof session>

const socialLogin = z.object({ state: z.string(), login: z.string() })
type SocialLogin = z.infer<typeof socialLogin>
/** More logins are under way in no browser: what was begun longest ago is forgotten. */
const loginsKept = 10

const owner = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))

const prefix = 'latchkey'

/** The part of `Storage` that is used. */
export interface KeyValues {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  key(index: number): string | null
  readonly length: number
  /** Gone when the page is left. */
  readonly isMemory?: true
}

/**
 * The browser's storage for this origin, or memory where the browser keeps nothing for frames of other sites, as private
 * windows do: the person is then signed in until the page is left, and needs the recovery code the next time.
 */
export function openStorage(open: () => KeyValues = () => localStorage): KeyValues {
  try {
    const storage = open()
    storage.getItem(prefix)
    return storage
  } catch {
    return createMemory()
  }
}

/**
 * Whether the browser may forget what is kept here when it is closed. WebKit keeps a frame of another site in memory only, and
 * nothing tells: browsers count as it does where they aren't known to keep it.
 */
export const isForgetful = (values: KeyValues, page: object = document): boolean =>
  values.isMemory === true || !('featurePolicy' in page)

function createMemory(): KeyValues {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    isMemory: true,
    get length() {
      return values.size
    },
  }
}

type Read = <Shape extends z.core.$ZodType>(key: string, shape: Shape) => z.infer<Shape> | undefined

/** The logins at providers that are under way, one in each tab: the secret of each by the state of its address. */
function createSocialRecords(read: Read, write: (key: string, value: unknown) => void, key: string) {
  const list = (): readonly SocialLogin[] => read(key, z.array(socialLogin)) ?? []
  return {
    readSocialLogin: (state: string) => list().find((one) => one.state === state)?.login,
    writeSocialLogin: (made: SocialLogin) => write(key, [made, ...list()].slice(0, loginsKept)),
    removeSocialLogin: (state: string) =>
      write(
        key,
        list().filter((one) => one.state !== state),
      ),
  }
}

/** What the frame keeps, in storage that browsers give to this origin inside that app's page only. */
export function createFrameStorage(storage: KeyValues, appOrigin: string) {
  const read: Read = (key, shape) => {
    try {
      const parsed = z.safeParse(shape, JSON.parse(storage.getItem(key) ?? 'null'))
      return parsed.success ? parsed.data : undefined
    } catch {
      return undefined
    }
  }
  const write = (key: string, value: unknown) => storage.setItem(key, JSON.stringify(value))
  const sessionKey = `${prefix}/session/${appOrigin}`
  const deviceKey = (email: string) => `${prefix}/device/${email}`
  const runningCalls = new Set<string>()
  const splits = (person: string) => `${prefix}/split/${person}/`
  const held = new Map<string, DeviceRecord>()
  return {
    readSession: () => read(sessionKey, session),
    writeSession: (value: StoredSession) => write(sessionKey, value),
    removeSession() {
      held.clear()
      storage.removeItem(sessionKey)
    },
    /** What marks this browser as approved for an address. */
    readDevice: (email: string) => read(deviceKey(email), z.string()),
    writeDevice: (email: string, token: string) => write(deviceKey(email), token),
    ...createSocialRecords(read, write, `${prefix}/social/${appOrigin}`),
    readNetwork: () => read(`${prefix}/network/${appOrigin}`, z.string()),
    writeNetwork: (networkId: string) => write(`${prefix}/network/${appOrigin}`, networkId),
    readAccountType: () => read(`${prefix}/accountType/${appOrigin}`, z.enum(accountTypes)),
    writeAccountType: (type: AccountType) => write(`${prefix}/accountType/${appOrigin}`, type),
    /** Address of the key that controls the smart account of a wallet, known by its first address. */
    readSmartOwner: (evm: string) => read(`${prefix}/smartOwner/${evm}`, owner) as Hex | undefined,
    writeSmartOwner: (evm: string, address: Hex) => write(`${prefix}/smartOwner/${evm}`, address),
    callsOf: (person: string) =>
      createCallRecords(storage, `${prefix}/calls/${appOrigin}/${person}`, runningCalls),
    /** Whether the person approved something of this app before. */
    readApproved: (person: string) => read(`${prefix}/approved/${appOrigin}/${person}`, z.boolean()) ?? false,
    writeApproved: (person: string) => write(`${prefix}/approved/${appOrigin}/${person}`, true),
    permissionsOf: (person: string) =>
      createPermissionRecords(storage, `${prefix}/permissions/${appOrigin}/${person}`),
    vaultOf(person: string): DeviceStore {
      return {
        list: async () => {
          const stored = keysOf(storage)
            .filter((key) => key.startsWith(splits(person)))
            .flatMap((key) => (read(key, record) as DeviceRecord | undefined) ?? [])
          const own = held.get(person)
          return own ? [...stored, own] : stored
        },
        put: async (made) => write(`${splits(person)}${made.split}`, made),
        hold: async (made) => void held.set(person, made),
        async remove(split) {
          storage.removeItem(`${splits(person)}${split}`)
          if (held.get(person)?.split === split) held.delete(person)
        },
      }
    },
  }
}

const keysOf = (storage: KeyValues) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

export type FrameStorage = ReturnType<typeof createFrameStorage>
