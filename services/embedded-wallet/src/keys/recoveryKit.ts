import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import { openWithCode } from './recoveryCode.js'
import { joinKey } from './splitKey.js'
import { type Addresses, deriveKeys, exportSolana, wordsOf } from './walletKey.js'
import type { DeviceRecord } from './walletVault.js'

const kitShape = z.object({
  kit: z.literal('latchkey-recovery-kit'),
  version: z.literal(1),
  split: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  addresses: z.object({ evm: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), solana: z.string() }),
  share: z.string(),
  recoveries: z.array(z.object({ kind: z.enum(['code', 'passkey']), sealed: z.string() })),
})

export interface OpenedKit {
  readonly addresses: Addresses
  /** The twelve words that any wallet takes. */
  readonly words: string
  readonly evmPrivateKey: string
  /** Controls the smart account. */
  readonly smartOwnerPrivateKey: string
  readonly solanaPrivateKey: string
}

/** A file for the person to keep: with the recovery code it opens the wallet without any service; without the code it does not. */
export const writeRecoveryKit = ({ split, addresses, share, recoveries }: DeviceRecord): string =>
  `${JSON.stringify({ kit: 'latchkey-recovery-kit', version: 1, split, addresses, share, recoveries }, null, 2)}\n`

/**
 * Opens a wallet from its kit and its recovery code, offline.
 *
 * @throws UnsealError, WrongSharesError, or TypeError when the file is no kit
 */
export async function openRecoveryKit(file: string, code: string): Promise<OpenedKit> {
  const kit = readKit(file)
  const sealed = kit.recoveries.find(({ kind }) => kind === 'code')?.sealed
  if (sealed === undefined)
    throw new TypeError('This kit was made without a recovery code. Use the passkey it was made with.')
  const recovery = await openWithCode(code, kit.split, sealed)
  const addresses = kit.addresses as Addresses
  const entropy = await joinKey([base64urlnopad.decode(kit.share), recovery], addresses)
  const keys = deriveKeys(entropy)
  return {
    addresses: keys.addresses,
    words: wordsOf(entropy),
    evmPrivateKey: keys.evm,
    smartOwnerPrivateKey: keys.smartOwner,
    solanaPrivateKey: exportSolana(keys.solana),
  }
}

function readKit(file: string): z.infer<typeof kitShape> {
  try {
    return z.parse(kitShape, JSON.parse(file))
  } catch (cause) {
    throw new TypeError(
      'This file is no recovery kit of a wallet. Choose the file that you kept when the wallet was made.',
      { cause },
    )
  }
}
