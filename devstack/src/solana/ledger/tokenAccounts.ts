import { base58 } from '@scure/base'

/** The two token programs, by address. */
export const tokenPrograms = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
} as const

/** The name RPC nodes use for a token program, or undefined for any other program. */
export function tokenProgramName(address: string): 'spl-token' | 'spl-token-2022' | undefined {
  return Object.hasOwn(tokenPrograms, address)
    ? tokenPrograms[address as keyof typeof tokenPrograms]
    : undefined
}

/** A token account's fields, read from its bytes (SPL Token state, 165 bytes before any extension). */
export interface TokenAccountState {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegatedAmount: bigint
  readonly state: 'uninitialized' | 'initialized' | 'frozen'
  /** Rent-exempt reserve in lamports when the account holds wrapped SOL. */
  readonly nativeReserve: bigint | undefined
  readonly closeAuthority: string | undefined
}

/** A mint's fields, read from its bytes (SPL Token mint, 82 bytes before any extension). */
export interface MintState {
  readonly mintAuthority: string | undefined
  readonly supply: bigint
  readonly decimals: number
  readonly isInitialized: boolean
  readonly freezeAuthority: string | undefined
}

const mintLength = 82
const accountLength = 165
const accountTypeOffset = 165
const mintAccountType = 1
const tokenAccountType = 2

const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const key = (data: Uint8Array, offset: number) => base58.encode(data.slice(offset, offset + 32))
const optionalKey = (data: Uint8Array, offset: number) =>
  view(data).getUint32(offset, true) === 1 ? key(data, offset + 4) : undefined

/** Reads a token account, or returns undefined when the bytes are none. */
export function readTokenAccount(data: Uint8Array): TokenAccountState | undefined {
  const isAccount =
    data.length === accountLength ||
    (data.length > accountLength && data[accountTypeOffset] === tokenAccountType)
  if (!isAccount) return undefined
  const bytes = view(data)
  const states = ['uninitialized', 'initialized', 'frozen'] as const
  return {
    mint: key(data, 0),
    owner: key(data, 32),
    amount: bytes.getBigUint64(64, true),
    delegate: optionalKey(data, 72),
    state: states[data[108] ?? 0] ?? 'uninitialized',
    nativeReserve: bytes.getUint32(109, true) === 1 ? bytes.getBigUint64(113, true) : undefined,
    delegatedAmount: bytes.getBigUint64(121, true),
    closeAuthority: optionalKey(data, 129),
  }
}

/** Reads a mint, or returns undefined when the bytes are none. */
export function readMint(data: Uint8Array): MintState | undefined {
  const isMint =
    data.length === mintLength || (data.length > accountLength && data[accountTypeOffset] === mintAccountType)
  if (!isMint) return undefined
  return {
    mintAuthority: optionalKey(data, 0),
    supply: view(data).getBigUint64(36, true),
    decimals: data[44] ?? 0,
    isInitialized: data[45] === 1,
    freezeAuthority: optionalKey(data, 46),
  }
}

/** A token amount as RPC nodes write it; `uiAmountString` is exact, `uiAmount` is the usual double. */
export interface TokenAmount {
  readonly amount: string
  readonly decimals: number
  readonly uiAmount: number
  readonly uiAmountString: string
}

/** Writes `amount` base units of a token with `decimals` decimals. */
export function tokenAmount(amount: bigint, decimals: number): TokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
