import { checkOptionNames, KernelError } from '@latchkey/kernel/plugin'

export interface LedgerOptions {
  /**
   * Answers what Ledger has signed about an ERC-20 token, in hex, as the app's instruction 0x0A takes it; `undefined` for a token
   * without such a description. The device then shows the token's amount and recipient. Default: it shows the contract's data.
   *
   * @param chainId Of EIP-155.
   * @param token In lower case.
   */
  readonly describeToken?: (
    chainId: number,
    token: string,
  ) => string | undefined | Promise<string | undefined>
  /**
   * What contracts' calls and structured data mean: files of the public registry of clear signing (ERC-7730, version 1 or 2 of its
   * schema) as parsed JSON, by their names, with the files that they include. The page explains what is signed by them, beside what the
   * device shows. A function is asked for them when something is to be signed, with the chain (EIP-155) and the contract in lower case.
   * Default: nothing is explained.
   *
   * @example
   * ledger({ descriptors: async () => (await import('./descriptors.js')).descriptors })
   */
  readonly descriptors?: LedgerDescriptors | LoadDescriptors | undefined
}

/** Descriptors by the names of their files, such as `calldata-weth.json`. */
export type LedgerDescriptors = Readonly<Record<string, unknown>>
export type LoadDescriptors = (
  chainId: number,
  contract: string,
) => LedgerDescriptors | undefined | Promise<LedgerDescriptors | undefined>

const code = 'LEDGER_OPTIONS_INVALID'

const names = { describeToken: true, descriptors: true } satisfies Record<keyof LedgerOptions, true>

/** @throws KernelError `LEDGER_OPTIONS_INVALID` */
export function readOptions(options: LedgerOptions): LedgerOptions {
  checkOptionNames('ledger', options, names, code)
  const { describeToken, descriptors } = options
  if (describeToken !== undefined && typeof describeToken !== 'function') {
    throw optionsInvalid('describeToken', 'a function.')
  }
  const isReadable =
    typeof descriptors === 'function' || (typeof descriptors === 'object' && descriptors !== null)
  if (descriptors !== undefined && (!isReadable || Array.isArray(descriptors))) {
    throw optionsInvalid(
      'descriptors',
      'an object of descriptors by the names of their files, or a function.',
    )
  }
  return { ...(describeToken ? { describeToken } : {}), ...(descriptors ? { descriptors } : {}) }
}

const optionsInvalid = (name: string, expected: string) =>
  new KernelError(`ledger() cannot use its option "${name}". Pass ${expected}`, { code })
