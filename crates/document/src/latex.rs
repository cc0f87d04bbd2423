//! A report's tables as a LaTeX document that compiles by itself and from which tables can be
//! copied. It needs `booktabs`, `longtable` and `graphicx`, which every distribution has.

use super::cell::plain;
use super::model::{Align, Document, Part, Table};

/// A table of more rows than this may break across pages.
const PAGE: usize = 40;

/// The whole report.
#[must_use]
pub fn latex(document: &Document) -> String {
    let mut text = String::from(
        "\\documentclass[a4paper]{article}\n\
         \\usepackage[T1]{fontenc}\n\
         \\usepackage[utf8]{inputenc}\n\
         \\usepackage[margin=2.5cm]{geometry}\n\
         \\usepackage{booktabs,longtable,graphicx}\n",
    );
    text += &format!("\\title{{{}}}\n\\date{{}}\n", escaped(&document.title));
    text += "\\begin{document}\n\\maketitle\n";
    if !document.subtitle.is_empty() {
        text += &format!("\\noindent {}\n", escaped(&document.subtitle));
    }
    for paragraph in &document.about {
        text += &format!("\n{}\n", escaped(paragraph));
    }
    if !document.notes.is_empty() {
        text += "\n\\begin{itemize}\n";
        for note in &document.notes {
            text += &format!("\\item {}\n", escaped(note));
        }
        text += "\\end{itemize}\n";
    }
    for section in &document.sections {
        text += &format!("\n\\section*{{{}}}\n", escaped(&section.title));
        for part in &section.parts {
            match part {
                Part::Text(paragraph) => text += &format!("\n{}\n", escaped(paragraph)),
                Part::Table(table) => text += &tabular(table),
                Part::Figure(figure) => {
                    let (name, caption) = (&figure.name, escaped(&figure.caption));
                    text += &format!("\n% Figure: figures/{name}.svg\n% {caption}\n");
                }
            }
        }
    }
    text += "\\end{document}\n";
    text
}

/// A table with its caption: `tabular`, shrunk to the width of the text where it is wider, or
/// `longtable` where it has too many rows for a page.
#[must_use]
pub fn tabular(table: &Table) -> String {
    let form: String = table
        .columns
        .iter()
        .map(|column| match column.align {
            Align::Left => 'l',
            Align::Right => 'r',
        })
        .collect();
    let row = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let headings = row(table.columns.iter().map(|c| escaped(&c.title)).collect());
    let rows: String = table
        .rows
        .iter()
        .map(|cells| row(cells.iter().map(|cell| escaped(&cell.display())).collect()))
        .collect();
    let (caption, name) = (escaped(&table.caption), &table.name);
    if table.rows.len() > PAGE {
        return format!(
            "\n\\begin{{longtable}}{{{form}}}\n\\caption{{{caption}}}\\label{{tab:{name}}}\\\\\n\
             \\toprule\n{headings}\\midrule\n\\endhead\n{rows}\\bottomrule\n\\end{{longtable}}\n"
        );
    }
    format!(
        "\n\\begin{{table}}[htbp]\n\\centering\n\\caption{{{caption}}}\\label{{tab:{name}}}\n\
         \\resizebox{{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}}{{!}}{{%\n\
         \\begin{{tabular}}{{{form}}}\n\\toprule\n{headings}\\midrule\n{rows}\\bottomrule\n\
         \\end{{tabular}}}}\n\\end{{table}}\n"
    )
}

/// A text in which nothing is a command. Signs that the usual fonts lack become formulas.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', letter]),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '[' => escaped.push_str("{[}"),
            ']' => escaped.push_str("{]}"),
            '±' => escaped.push_str("$\\pm$"),
            '−' => escaped.push_str("$-$"),
            '×' => escaped.push_str("$\\times$"),
            '²' => escaped.push_str("$^2$"),
            'χ' => escaped.push_str("$\\chi$"),
            '½' => escaped.push_str("$\\frac12$"),
            '∞' => escaped.push_str("$\\infty$"),
            '…' => escaped.push_str("\\ldots{}"),
            '\u{a0}' => escaped.push('~'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
