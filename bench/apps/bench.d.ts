interface Window {
  __bench: { readonly rpcUrl: string }
}
