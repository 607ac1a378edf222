/** The names that no entry of the kernel exports any more, and what to do instead. */
export const removedNames: Readonly<Record<string, string>> = {
  Events: "Write `PluginContext['events']`.",
  PluginDefinition: 'Write `Parameters<typeof definePlugin>[0]`.',
  PluginError: 'Compare the code of the error with `isKernelError`.',
  PluginHandle: 'Let `setup` state its own type.',
  PointPolicy: 'Write the policy where the point is made.',
  SchemaIssue: 'Read the error that `parse` throws.',
  SchemaResult: 'Read the error that `parse` throws.',
  ServiceReader: "Write `PluginContext['services']`.",
  Shape: 'Check the value with a schema and `parse`.',
  WordsParameters: "Write `Words['parameters']`.",
  adapterNotFound: 'Throw an error of your own.',
  checkShape: 'Check the value with a schema and `parse`.',
  disconnectFailed: 'Throw a `ConnectorError` with a code of your own.',
  kernelMissing: 'Throw an error of your own.',
  movesMoney: 'State in your dialect which methods move money.',
  projectIdMissing: 'Throw a `KernelConfigError`.',
  readOnly: 'Copy the value, or keep it in a state with one writer.',
  actionNotAllowed:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  activeAddressMissing:
    'It belongs to @latchkey/plugin-siwx. Throw an error of your own, with a code of your own.',
  activeNetworkMissing:
    'It belongs to @latchkey/plugin-send. Throw an error of your own, with a code of your own.',
  alertFrom:
    'It belongs to @latchkey/plugin-walletconnect. Throw an error of your own, with a code of your own.',
  authenticationFailed:
    'It belongs to @latchkey/plugin-siwx. Throw an error of your own, with a code of your own.',
  emailLoginUnavailable:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  emailThrottled:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  embeddedWalletTimedOut:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  embeddedWalletUnavailable:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  frameError:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  gasPriceNetworkUnsupported:
    'It belongs to @latchkey/plugin-swap. Throw an error of your own, with a code of your own.',
  networkUndefined:
    'It belongs to @latchkey/plugin-receive. Throw an error of your own, with a code of your own.',
  requestNotAllowed:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  sendIncomplete: 'It belongs to @latchkey/plugin-send. Throw an error of your own, with a code of your own.',
  sendTokenMissing:
    'It belongs to @latchkey/plugin-send. Throw an error of your own, with a code of your own.',
  signatureDeclined:
    'It belongs to @latchkey/plugin-siwx. Throw an error of your own, with a code of your own.',
  siwxConfiguredTwice:
    'It belongs to @latchkey/plugin-siwx. Throw an error of your own, with a code of your own.',
  siwxNotEnabled: 'It belongs to @latchkey/plugin-siwx. Throw an error of your own, with a code of your own.',
  smartAccountsUnsupported:
    'It belongs to @latchkey/plugin-siwx. Throw an error of your own, with a code of your own.',
  somethingWentWrong:
    'It belongs to @latchkey/plugin-email-auth. Throw an error of your own, with a code of your own.',
  swapNetworkUnsupported:
    'It belongs to @latchkey/plugin-swap. Throw an error of your own, with a code of your own.',
  transactionsNeedAddress:
    'It belongs to @latchkey/plugin-wallet-data. Throw an error of your own, with a code of your own.',
  walletConnectConnectorNotFound:
    'It belongs to @latchkey/plugin-walletconnect. Throw an error of your own, with a code of your own.',
}
