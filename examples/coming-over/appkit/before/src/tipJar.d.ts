interface Window {
  /** Set by the script that drives the app. */
  readonly tipJar: { readonly rpcUrls: Readonly<Record<number, string>> }
}
