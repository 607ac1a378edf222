/** The module `walletCode.ts`, which is not part of the page's first scripts. */
export type WalletCode = typeof import('./walletCode.js')

/** Where the kernel's own plugins get the code that is loaded after the page's first scripts. */
export interface WalletCodeSource {
  /** `undefined` until it is loaded. A wallet is only ever connected by this code, so with a wallet it is there. */
  readonly current: WalletCode | undefined
  /** @throws BaseError `LOAD_FAILED`; the next call tries again. */
  load(): Promise<WalletCode>
}
