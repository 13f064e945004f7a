// SPDX-License-Identifier: GPL-3.0-or-later
//
// The script of a page: tables are sorted by a click on a heading. Without it all is there, in the
// order in which it was written.
#include "analysis/report/html.h"

const char bf_html_script[] =
    "document.querySelectorAll('table.sortable').forEach(function(table){\n"
    " var heads=table.tHead.rows[0].cells, body=table.tBodies[0];\n"
    " function value(row,i){\n"
    "  var cell=row.cells[i], data=cell&&cell.querySelector('data');\n"
    "  return data?parseFloat(data.value):cell?cell.textContent:'';\n"
    " }\n"
    " function before(a,b){\n"
    "  if(typeof a=='number'&&typeof b=='number')return isNaN(a)?isNaN(b)?0:1:isNaN(b)?-1:a-b;\n"
    "  return String(a).localeCompare(String(b),'en',{numeric:true});\n"
    " }\n"
    " function sort(i){\n"
    "  var down=heads[i].getAttribute('aria-sort')=='ascending';\n"
    "  var rows=Array.prototype.map.call(body.rows,function(row,at){return "
    "[value(row,i),at,row];});\n"
    "  rows.sort(function(a,b){return (down?-1:1)*before(a[0],b[0])||a[1]-b[1];});\n"
    "  rows.forEach(function(row){body.appendChild(row[2]);});\n"
    "  Array.prototype.forEach.call(heads,function(head){head.removeAttribute('aria-sort');});\n"
    "  heads[i].setAttribute('aria-sort',down?'descending':'ascending');\n"
    " }\n"
    " Array.prototype.forEach.call(heads,function(head,i){\n"
    "  var button=document.createElement('button');\n"
    "  button.type='button';\n"
    "  while(head.firstChild)button.appendChild(head.firstChild);\n"
    "  head.appendChild(button);\n"
    "  button.addEventListener('click',function(){sort(i);});\n"
    " });\n"
    "});\n";
