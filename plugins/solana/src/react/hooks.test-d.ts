import type { BaseError } from '@latchkey/kernel/plugin'
import { createTransactionMessage, type Slot, setTransactionMessageFeePayerSigner } from '@solana/kit'
import type { KitSigner } from '../kit/createKitSigner.js'
import { useKitSigner } from './useKitSigner.js'
import { useSolanaRpc } from './useSolanaRpc.js'

export function useSigner() {
  const { signer, status, error } = useKitSigner()
  if (status === 'success') signer satisfies KitSigner
  if (status === 'error') error satisfies BaseError
  // @ts-expect-error there is none while it loads
  const early: KitSigner = signer
  const message =
    signer && setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
  return { early, message }
}

export function useSlot(): Promise<Slot> | undefined {
  const { rpc } = useSolanaRpc({ networkId: 'solana:devnet' })
  // @ts-expect-error kit knows the methods
  rpc?.getSlots()
  return rpc?.getSlot().send()
}
