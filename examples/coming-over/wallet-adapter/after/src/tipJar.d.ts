interface Window {
  /** What the script that drives the app tells it. */
  readonly tipJar: { readonly endpoint: string; readonly genesisHash: string; readonly jar: string }
}
