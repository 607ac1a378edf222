import {
  type JsxOpeningElement,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import type { EditedFile } from './EditedFile.js'

export type Opening = JsxOpeningElement | JsxSelfClosingElement

/** The opening tags of an element, `Name` or `Name.Custom`. */
export function openingsOf(file: SourceFile, tag: string): readonly Opening[] {
  return [
    ...file.getDescendantsOfKind(SyntaxKind.JsxOpeningElement),
    ...file.getDescendantsOfKind(SyntaxKind.JsxSelfClosingElement),
  ].filter((opening) => opening.getTagNameNode().getText() === tag)
}

export interface Attribute {
  readonly name: string
  /** The attribute as a whole. */
  readonly node: Node
  /** The value without braces. Absent where the name alone stands, which means true. */
  readonly value: Node | undefined
}

/** The attributes of a tag; nothing when it spreads an object, whose members nobody sees. */
export function attributesOf(opening: Opening): readonly Attribute[] | undefined {
  const attributes: Attribute[] = []
  for (const node of opening.getAttributes()) {
    const attribute = node.asKind(SyntaxKind.JsxAttribute)
    if (!attribute) return undefined
    const written = attribute.getInitializer()
    const braces = written?.asKind(SyntaxKind.JsxExpression)
    attributes.push({
      name: attribute.getNameNode().getText(),
      node: attribute,
      value: braces ? braces.getExpression() : written,
    })
  }
  return attributes
}

/** Gives an element another name, at both of its ends, and more attributes. */
export function renameTag(
  file: EditedFile,
  opening: Opening,
  name: string,
  attributes: readonly string[] = [],
): void {
  file.replace(opening.getTagNameNode(), [name, ...attributes].join(' '))
  const closing = opening.asKind(SyntaxKind.JsxOpeningElement)?.getParentIfKind(SyntaxKind.JsxElement)
  if (closing) file.replace(closing.getClosingElement().getTagNameNode(), name)
}

/** Takes the two tags of an element out and leaves its children. A text that isn't among other elements needs a fragment. */
export function unwrap(file: EditedFile, opening: Opening): void {
  const element = opening.getParentIfKind(SyntaxKind.JsxElement)
  if (!element) return file.replace(opening, '<></>')
  const children = element.getJsxChildren().filter((child) => child.getText().trim() !== '')
  const isAmongOthers = /^Jsx(?:Element|Fragment)$/.test(element.getParent()?.getKindName() ?? '')
  const isOneElement =
    children.length === 1 &&
    /^Jsx(?:Element|SelfClosingElement|Fragment)$/.test(children[0]?.getKindName() ?? '')
  const needsFragment = !isAmongOthers && !isOneElement
  file.replace(element.getOpeningElement(), needsFragment ? '<>' : '')
  file.replace(element.getClosingElement(), needsFragment ? '</>' : '')
}

/** The text of a string that is written out; nothing for one that is computed. */
export function literalText(value: Node | undefined): string | undefined {
  return (
    value?.asKind(SyntaxKind.StringLiteral)?.getLiteralText() ??
    value?.asKind(SyntaxKind.NoSubstitutionTemplateLiteral)?.getLiteralText()
  )
}

/** Whether an attribute says `false` in so many words. */
export const isFalse = (attribute: Attribute) => attribute.value?.getKind() === SyntaxKind.FalseKeyword
