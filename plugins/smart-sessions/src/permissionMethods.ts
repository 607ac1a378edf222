/** ERC-7715, with the names of its earlier drafts. */
export const permissionMethods: readonly string[] = [
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getSupportedExecutionPermissions',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]
