/** A node of the tree that pages are made of, as far as it is looked at here. */
interface TreeNode {
  readonly type: string
  readonly tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
}

/**
 * Puts each table in a part that can be scrolled by keys, for windows narrower than the table. A column without a title has no header,
 * which a screen reader would announce as an empty one.
 */
export function scrollableTables() {
  return (tree: TreeNode): void => wrapTables(tree)
}

function wrapTables(node: TreeNode): void {
  if (!node.children) return
  node.children = node.children.map((child) => {
    wrapTables(child)
    if (child.tagName === 'th' && (child.children ?? []).length === 0) return { ...child, tagName: 'td' }
    if (child.tagName !== 'table') return child
    const properties = { className: ['table-scroll'], tabIndex: 0 }
    return { type: 'element', tagName: 'div', properties, children: [child] }
  })
}

/** Lets code that is wider than the window be scrolled by keys, also where no script runs. */
export const scrollableCode = {
  name: 'scrollable code',
  hooks: {
    postprocessRenderedBlock: ({ renderData }: { renderData: { blockAst: unknown } }) =>
      makeFocusable(renderData.blockAst as TreeNode),
  },
}

function makeFocusable(node: TreeNode): void {
  if (node.tagName === 'pre') node.properties = { ...node.properties, tabIndex: 0 }
  for (const child of node.children ?? []) makeFocusable(child)
}
