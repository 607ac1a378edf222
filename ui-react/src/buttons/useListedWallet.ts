import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Log } from '@latchkey/kernel/plugin'
import { useEffect, useState } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { readWalletList } from '../contain/readWalletList.js'
import { useKernel } from '../useKernel.js'
import { useSoundContributions } from '../useSoundContributions.js'
import { WalletLists } from '../walletLists.js'

/** A wallet's entry in the app's lists. `undefined` while they load, when none has it, and without an id. */
export function useListedWallet(wallet: string | undefined): ListedWallet | undefined {
  const kernel = useKernel()
  const lists = useSoundContributions(WalletLists, readWalletList)
  const [found, setFound] = useState<{ wallet: string; record: ListedWallet }>()
  useEffect(() => {
    if (wallet === undefined) return
    let isCurrent = true
    const onFault = (error: unknown) =>
      attemptCall(() => kernel.find(Log)?.info('A list of wallets could not be read.', error), undefined)
    void (async () => {
      for (const list of lists) {
        const record = await list.find(wallet).catch(onFault)
        if (!isCurrent) return
        if (record) return setFound({ wallet, record })
      }
    })()
    return () => {
      isCurrent = false
    }
  }, [wallet, lists, kernel])
  return found?.wallet === wallet ? found?.record : undefined
}
