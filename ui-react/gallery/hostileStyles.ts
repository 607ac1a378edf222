/** What pages around an embedded widget really contain, and what they might contain at worst. */
export const hostileStyles: { readonly [name: string]: string } = {
  'a reset': `
    :not([data-wrapper]), ::before, ::after { margin: 0; padding: 0; border: 0; font: inherit; vertical-align: baseline; }
    ol, ul { list-style: none; }
    button { appearance: none; background: none; }`,
  'all: unset': `
    :not([data-wrapper]) { all: unset; }
    :not([data-wrapper])::before, :not([data-wrapper])::after { all: unset; }`,
  'important all: unset': `
    :not([data-wrapper]) { all: unset !important; }
    :not([data-wrapper])::before, :not([data-wrapper])::after { all: unset !important; }`,
  'element rules': `
    button { background: red !important; border-radius: 0 !important; text-transform: uppercase; letter-spacing: 4px;
      min-width: 300px; box-shadow: 0 0 9px red; transition: all 5s !important; }
    span:not([data-wrapper]), p:not([data-wrapper]) { float: left; font-size: 40px !important; margin: 2em; color: red; }
    div:not([data-wrapper]) { display: grid; padding: 9px !important; position: relative; max-width: 10px; }
    svg { width: 100px !important; fill: red; transform: rotate(9deg); }
    path { fill: red !important; stroke: none !important; d: none !important; display: none; opacity: 0.1 !important; }
    img { max-width: 10px !important; filter: invert(1); }
    input { height: 9px !important; background: yellow; opacity: 1 !important; }
    label { display: none !important; }
    a { color: red !important; text-decoration: underline wavy; }
    bdi { unicode-bidi: normal; font-style: italic; }
    * { animation: none !important; }
    :not([data-wrapper])::before, :not([data-wrapper])::after { content: "x" !important; display: block; }
    :focus-visible { outline: none !important; }`,
  'inherited text': `
    body { font: italic small-caps 900 40px/3 fantasy; color: red; letter-spacing: 9px; word-spacing: 9px;
      text-transform: uppercase; text-align: right; text-indent: 40px; white-space: pre; visibility: visible;
      list-style: square; cursor: crosshair; word-break: break-all; text-shadow: 1px 1px red; line-height: 4; }`,
}
