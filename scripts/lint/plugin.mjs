// The project's own lint rules, loaded by oxlint: the arrows between the parts, and no clock or dice in core.
import { relative, sep } from "node:path"
import { refuseImport } from "./arrows.mjs"

/**
 * @typedef {{ cwd: string, filename: string, report(problem: { node: unknown, message: string }): void }} Context
 * @typedef {{ type: string, name?: string, value?: unknown, source?: Node | null, argument?: Node, callee?: Node, arguments?: Node[] }} Node
 */

const arrows = {
  /** @param {Context} context */
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join("/")
    /** @param {Node} node */
    const check = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== "string") return
      const refusal = refuseImport(file, specifier)
      if (refusal !== undefined) context.report({ node, message: `${refusal}: see the arrows in ARCHITECTURE.md` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

const noCurrentDate = {
  /** @param {Context} context */
  create(context) {
    /** @param {Node} node */
    const check = (node) => {
      if (node.callee?.name === "Date" && node.arguments?.length === 0)
        context.report({ node, message: "core has no clock: the time comes as an argument" })
    }
    return {
      NewExpression: check,
      /** @param {Node} node */
      CallExpression(node) {
        if (node.callee?.name === "Date")
          context.report({ node, message: "core has no clock: the time comes as an argument" })
      },
    }
  },
}

export default { meta: { name: "prosa" }, rules: { arrows, "no-current-date": noCurrentDate } }
