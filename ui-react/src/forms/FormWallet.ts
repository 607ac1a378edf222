/** The wallet that a form asks. */
export interface FormWallet {
  /** As a connection names it. */
  readonly walletName: string
  readonly walletIcon?: string | undefined
}
