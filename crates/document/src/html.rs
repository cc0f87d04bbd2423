//! A report as one HTML page that needs nothing else: style and figures are in it, scripts are not.
//!
//! It is light or dark as the reader prefers, has its own figures for narrow screens, and prints in
//! black on white.

use super::cell::Cell;
use super::figure::{Figure, NARROW, Setting, WIDE, palette, xml};
use super::model::{Align, Document, Part, Section, Table, slug};

const STYLE: &str = include_str!("page.css");
/// A cell of more letters than this may be broken into lines.
const LONG: usize = 40;

/// The page.
#[must_use]
pub fn html(document: &Document) -> String {
    let title = xml(&document.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{}\n</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{title}</h1>\n",
        palette::page_style()
    );
    if !document.subtitle.is_empty() {
        page += &format!("<p class=\"subtitle\">{}</p>\n", xml(&document.subtitle));
    }
    for paragraph in &document.about {
        page += &format!("<p class=\"about\">{}</p>\n", xml(paragraph));
    }
    page += "</header>\n";
    page += &notes(&document.notes);
    let anchors = anchors(&document.sections);
    page += &contents(&document.sections, &anchors);
    for (section, anchor) in document.sections.iter().zip(&anchors) {
        page += &format!(
            "<section id=\"{anchor}\">\n<h2>{}</h2>\n",
            xml(&section.title)
        );
        for part in &section.parts {
            page += &match part {
                Part::Text(text) => format!("<p>{}</p>\n", xml(text)),
                Part::Table(table) if table.long => folded(table),
                Part::Table(table) => self::table(table),
                Part::Figure(figure) => self::figure(figure),
            };
        }
        page += "</section>\n";
    }
    page += &foot(&document.origin);
    page += "</main>\n</body>\n</html>\n";
    page
}

fn notes(notes: &[String]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let items: String = notes
        .iter()
        .map(|note| format!("<li>{}</li>\n", xml(note)))
        .collect();
    format!("<aside class=\"notes\">\n<h2>Before you read on</h2>\n<ul>\n{items}</ul>\n</aside>\n")
}

/// A name for each section that no other one has.
fn anchors(sections: &[Section]) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::with_capacity(sections.len());
    for section in sections {
        let mut anchor = slug(&section.title);
        while anchors.contains(&anchor) {
            anchor.push_str("-more");
        }
        anchors.push(anchor);
    }
    anchors
}

fn contents(sections: &[Section], anchors: &[String]) -> String {
    if sections.len() < 3 {
        return String::new();
    }
    let links: String = sections
        .iter()
        .zip(anchors)
        .map(|(section, anchor)| format!("<a href=\"#{anchor}\">{}</a>\n", xml(&section.title)))
        .collect();
    format!("<nav>\n{links}</nav>\n")
}

fn table(table: &Table) -> String {
    let class = |align: Align| match align {
        Align::Left => "",
        Align::Right => " class=\"right\"",
    };
    let headings: String = table
        .columns
        .iter()
        .map(|c| format!("<th scope=\"col\"{}>{}</th>", class(c.align), xml(&c.title)))
        .collect();
    let cell = |(cell, column): (&Cell, &super::model::Column)| {
        let text = cell.display();
        let long = column.align == Align::Left && text.chars().count() > LONG;
        let class = if long {
            " class=\"long\""
        } else {
            class(column.align)
        };
        format!("<td{class}>{}</td>", xml(&text))
    };
    let row = |cells: &Vec<Cell>| -> String {
        let cells: String = cells.iter().zip(&table.columns).map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows.iter().map(row).collect();
    let caption = xml(&table.caption);
    format!(
        "<div class=\"table\">\n<div class=\"caption\">{caption}</div>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\n\
         <table>\n<thead><tr>{headings}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n\
         </div>\n</div>\n"
    )
}

/// A long table, which opens when it is asked for.
fn folded(table: &Table) -> String {
    let rows = table.rows.len();
    let caption = xml(&table.caption);
    format!(
        "<details>\n<summary>{caption} ({rows} rows)</summary>\n{}</details>\n",
        self::table(table)
    )
}

fn figure(figure: &Figure) -> String {
    let sized = |width: f64, class: &str| {
        let svg = figure.svg(width, Setting::Page);
        svg.replacen("class=\"plot\"", &format!("class=\"plot {class}\""), 1)
    };
    format!(
        "<figure>\n{}{}<figcaption>{}</figcaption>\n</figure>\n",
        sized(WIDE, "wide"),
        sized(NARROW, "narrow"),
        xml(&figure.caption)
    )
}

fn foot(origin: &[(String, String)]) -> String {
    if origin.is_empty() {
        return String::new();
    }
    let items: String = origin
        .iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", xml(name), xml(value)))
        .collect();
    format!("<footer>\n<dl>\n{items}</dl>\n</footer>\n")
}
