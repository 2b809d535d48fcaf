/**
 * Mermaid's theme in the page's colours. The values are those of `ui/tokens.css`, spelled here because the frame cannot
 * see the page's style sheet.
 */
export function diagramColours(dark: boolean): Readonly<Record<string, string>> {
  const { ink, soft, line, panel, wash, gem, warn, danger, page } = dark ? night : day
  return {
    background: page,
    primaryColor: wash,
    primaryBorderColor: line,
    primaryTextColor: ink,
    secondaryColor: gem,
    tertiaryColor: panel,
    lineColor: soft,
    textColor: ink,
    mainBkg: wash,
    nodeBorder: line,
    clusterBkg: panel,
    clusterBorder: line,
    titleColor: ink,
    edgeLabelBackground: page,
    actorBkg: wash,
    actorBorder: line,
    actorTextColor: ink,
    signalColor: soft,
    signalTextColor: ink,
    labelBoxBkgColor: panel,
    labelBoxBorderColor: line,
    labelTextColor: ink,
    loopTextColor: ink,
    noteBkgColor: warn,
    noteBorderColor: line,
    noteTextColor: ink,
    errorBkgColor: danger,
    errorTextColor: ink,
  }
}

const day = {
  page: "#fafafa",
  panel: "#f1f1ef",
  ink: "#1c1b19",
  soft: "#55534d",
  line: "#0b6b4f",
  wash: "#e3f2ec",
  gem: "#edeafd",
  warn: "#fdf3dc",
  danger: "#fdecea",
} as const

const night = {
  page: "#151515",
  panel: "#1c1c1b",
  ink: "#ecebe7",
  soft: "#b3b1aa",
  line: "#5fd0a5",
  wash: "#14322a",
  gem: "#272145",
  warn: "#35290f",
  danger: "#3b1715",
} as const
