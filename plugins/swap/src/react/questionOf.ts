import type { SwapPreview } from '../Swapper.js'

/** Names what the user agrees to: having agreed to a price says nothing of an earlier swap, which may have been made. Pure. */
export const questionOf = ({ notices }: Pick<SwapPreview, 'notices'>): string =>
  notices
    .filter(({ code }) => code === 'SWAP_MAY_REPEAT')
    .map(({ parameters }) => String(parameters?.['askedAt']))
    .join()
