interface Window {
  /** Set by the script that drives the app. */
  readonly tipJar: { readonly endpoint: string; readonly genesisHash: string; readonly jar: string }
}
