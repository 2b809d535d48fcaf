/** Takes PDF files apart away from the page's thread. */
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs"
