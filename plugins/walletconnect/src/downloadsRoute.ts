import type { ListedWallet } from '@latchkey/kernel/contracts'
import { route } from '@latchkey/kernel/plugin'

/** Where one wallet can be had, when it is in several stores. Drawn by the `/react` entry. */
export const DownloadsRoute = route<{ readonly wallet: ListedWallet }>('Downloads')
