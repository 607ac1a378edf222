import { expect, it } from 'vitest'
import { drawingsInCalls } from './drawingsInCalls.js'

it('writes out the drawings of compiled components, and runs nothing', () => {
  const text = `
    const First = ({ size: e = 42, ...r }) => /* @__PURE__ */ a("svg", {
      className: r, width: e, viewBox: "0 0 8 8", fill: "none", ...r,
      children: [
        a("path", { fillRule: "evenodd", d: "M0 0h8", style: { fill: "white", fillOpacity: 1 } }),
        b && a("path", { d: "M1 1" }),
        a("linearGradient", { id: "g", gradientUnits: "userSpaceOnUse", children: a("stop", { stopColor: '"<&' }) }),
      ],
    });
    const words = ["svg", "path"];
    const Second = () => a("g", { children: a("svg", { viewBox: "0 0 2 2" }) });
    throw new Error(a("div", {}));
  `
  expect(drawingsInCalls(text)).toEqual([
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8" fill="none">' +
      '<path fill-rule="evenodd" d="M0 0h8" style="fill:white;fill-opacity:1"></path>' +
      '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop stop-color="&quot;&lt;&amp;"></stop></linearGradient>' +
      '</svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 2 2"></svg>',
  ])
})
