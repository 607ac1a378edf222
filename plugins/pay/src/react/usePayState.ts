import { useService, useSnapshot } from '@latchkey/ui-react'
import { Payer, type PayState } from '../Payer.js'

export function usePayState(): PayState {
  return useSnapshot(useService(Payer).state) as PayState
}
