import type { BaseError } from '@latchkey/kernel/plugin'
import { createTransactionMessage, type Slot, setTransactionMessageFeePayerSigner } from '@solana/kit'
import type { KitSigner } from '../kit/createKitSigner.js'
import { useKitSigner } from './useKitSigner.js'
import { useSolanaRpc } from './useSolanaRpc.js'

const { signer, status, error } = useKitSigner()
export const message =
  signer && setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
if (status === 'success') signer satisfies KitSigner
if (status === 'error') error satisfies BaseError
// @ts-expect-error there is none while it loads
export const early: KitSigner = signer

const { rpc } = useSolanaRpc({ networkId: 'solana:devnet' })
export const slot: Promise<Slot> | undefined = rpc?.getSlot().send()
// @ts-expect-error kit knows the methods
rpc?.getSlots()
